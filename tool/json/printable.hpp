// Text from files and command lines in messages and pictures: characters that cannot be seen and bytes that are not
// UTF-8 are escaped, and long texts are cut.
#pragma once

#include <string>

namespace stretto::tool {

inline constexpr std::size_t longest_quote = 80;      // bytes of a file's text that a message repeats
inline constexpr std::size_t longest_message = 4000;  // bytes of a whole message

/// Does the text contain a control character (C0, DEL or C1), or another character that cannot be seen, such as one
/// that changes the direction of text?
bool has_control_characters(const std::string& text);

/// The text with control and invisible characters as \n, \t, \u001b or \u202e, and bytes that are not UTF-8 as \xff.
/// `keep_lines` keeps newlines and tabs.
std::string printable(const std::string& text, bool keep_lines = false);

/// Cut to at most `most` bytes, at the start of a character, with "..." at the end.
std::string cut(const std::string& text, std::size_t most);

/// A whole message, for the terminal: it keeps its lines.
std::string message_text(const std::string& message);

/// Printable, cut, in double quotes.
std::string quote(const std::string& text);

}  // namespace stretto::tool
