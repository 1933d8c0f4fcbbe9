# What bash offers for the last word of each line; see completion_test.sh.
source "$STRETTO_SCRIPT"
function_of=$(complete -p stretto)
function_of=${function_of#*-F }
function_of=${function_of%% *}
while IFS= read -r line; do
  read -r -a COMP_WORDS <<<"${line//=/ = }"  # bash breaks words at =
  if [[ $line == *' ' ]]; then COMP_WORDS+=(''); fi
  COMP_LINE=$line COMP_POINT=${#line} COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  "$function_of" stretto "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
  for word in "${COMPREPLY[@]}"; do echo "$line|$word"; done
done
