#include "usage/man_page.hpp"

#include <cctype>

#include <stretto/core/version.hpp>

#include "exit_status.hpp"

namespace stretto::tool {

namespace {

/// Text that roff takes as it stands. No line of it begins with a macro, for it is always put behind a font.
std::string roff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '-') {
      out += "\\-";
    } else if (c == '\\') {
      out += "\\e";
    } else if (c == '\'') {
      out += "\\(aq";
    } else {
      out += c;
    }
  }
  return out;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

std::string sentence(const std::string& text) { return "\\&" + roff(text) + (text.ends_with('.') ? "" : ".") + "\n"; }

std::string term(const std::string& what, const std::string& meaning) {
  return ".TP\n" + what + "\n" + sentence(meaning);
}

std::string option_term(const OptionUsage& option) {
  std::string what;
  for (const std::string& name : option.names) what += (what.empty() ? "" : ", ") + bold(name);
  if (!option.flag()) what += " " + italic(option.placeholder);
  return term(what, described(option));
}

std::string example_lines(const CommandUsage& command) {
  std::string text;
  for (const std::string& example : command.examples) text += roff(example) + "\n";
  return ".RS\n.nf\n" + text + ".fi\n.RE\n";
}

std::string command_section(const CommandUsage& command, const std::string& program) {
  std::string text = ".SS " + program + " " + command.name + "\n";
  text += bold(program + " " + command.name) + " [" + italic("OPTIONS") + "]";
  for (const OptionUsage& argument : command.arguments) {
    const std::string name = italic(argument.long_name()) + (argument.repeated ? "..." : "");
    text += argument.required ? " " + name : " [" + name + "]";
  }
  text += "\n.PP\n" + sentence(command.summary);
  for (const OptionUsage& argument : command.arguments) {
    text += term(italic(argument.long_name()), described(argument));
  }
  for (const OptionUsage& option : command.options) {
    if (option.long_name() != "--help") text += option_term(option);  // every command has it
  }
  return text;
}

}  // namespace

std::string man_page(const CommandUsage& program) {
  const std::string& name = program.name;
  std::string text =
      ".\\\" Written by `stretto man`.\n.TH STRETTO 1 \"\" \"stretto " STRETTO_VERSION "\" \"User Commands\"\n";
  text += ".SH NAME\n" + name + " \\- compile\\-time software pipelining for GPU kernels\n";
  text += ".SH SYNOPSIS\n" + bold(name) + " " + italic("COMMAND") + " [" + italic("OPTIONS") + "] [" +
          italic("ARGUMENTS") + "]\n";
  text += ".SH DESCRIPTION\n" + sentence(program.summary) + ".PP\n" +
          sentence(
              "A schedule says which operations of a loop's iterations run when, in which wave, with which waits and "
              "barriers between them. The program compiles built-in schedules and declared loops, proves that no "
              "wave reads too early or overwrites too soon, for every trip count, and draws what it found. No GPU "
              "is needed.") +
          ".PP\n" +
          sentence(
              "Results go to standard output or, with -o, to a file; messages go to standard error. A file named - "
              "is standard input, or standard output");
  text += ".SH OPTIONS\n";
  for (const OptionUsage& option : program.options) text += option_term(option);
  text += ".SH COMMANDS\n";
  for (const CommandUsage& command : program.commands) text += command_section(command, name);
  text += ".SH \"EXIT STATUS\"\n";
  for (const ExitMeaning& exit : exit_meanings) text += term(bold(std::to_string(exit.status)), exit.meaning);
  text += ".SH ENVIRONMENT\n";
  for (const EnvironmentUsage& variable : environment_usage) text += term(bold(variable.name), variable.meaning);
  text += ".SH EXAMPLES\nFrom the root of the source tree:\n" + example_lines(program);
  for (const CommandUsage& command : program.commands) {
    text += ".PP\n" + sentence(command.summary) + example_lines(command);
  }
  return text + ".SH \"SEE ALSO\"\n\\fBdot\\fR(1) draws what \\fBstretto show \\-\\-dot\\fR writes.\n";
}

}  // namespace stretto::tool
