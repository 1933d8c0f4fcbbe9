// The tables of docs/findings.md.
//
//   findings                 prints them all
//   findings check FILE      compares each with what is between its markers in FILE
//   findings update FILE     writes each between its markers
#include <iostream>

#include "tables.hpp"

int main(int argc, char** argv) {
  using namespace stretto::findings;
  return exit_status([&] { return run_document(all_blocks(STRETTO_REFERENCE_DIR), argc, argv); });
}
