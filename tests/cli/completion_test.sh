# completion_test.sh TOOL SHELL SOURCE: the completion script, in the shell that it is for. What the shell offers for
# command lines is compared with what help says, for every command and every option.
set -euo pipefail
tool=$1 shell=$2 source=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$tool" completion "$shell" >"$folder/_stretto"
mkdir "$folder/here"
touch "$folder/here/case_one.json" "$folder/here/other_file.json"

# expect LINE WORD...: the completions of the line's last word must be exactly these words.
expect() {
  echo "$1" >>"$folder/lines"
  printf "$1|%s\n" "${@:2}" >>"$folder/wanted"
}

# words_of SECTION [COMMAND]: the first column of a section of help.
words_of() {
  "$tool" "${@:2}" --help | awk -v section="$1:" '
    /^[^ ]/ { inside = $0 == section }
    inside && /^  [^ ]/ {
      term = substr($0, 3)
      sub(/  .*/, "", term)
      count = split(term, words, ", ")
      for (i = 1; i <= count; ++i) { sub(/ .*/, "", words[i]); print words[i] }
    }'
}

mapfile -t commands < <(words_of Commands)
[ "${#commands[@]}" -ge 12 ] || { echo "only ${#commands[@]} commands were found"; exit 1; }
expect 'stretto ' "${commands[@]}"
for command in "${commands[@]}"; do
  mapfile -t options < <(words_of Options "$command" | grep '^--')
  expect "stretto $command --" "${options[@]}"
done
expect 'stretto sh' show
expect 'stretto exp' explain
expect 'stretto show --sync ' declared derived
expect 'stretto show gemm --color n' never
expect 'stretto show --target h' h100 h200
expect 'stretto diff gemm --other-target mi' mi300x mi355x
expect 'stretto pipeline ' gemm flash_attention reduction copy case_one.json other_file.json
expect 'stretto pipeline --target h200 fl' flash_attention
expect 'stretto pipeline --target=h200 fl' flash_attention
if [ "$shell" != fish ]; then expect 'stretto show --sync=dec' declared; else expect 'stretto show --sync=dec' --sync=declared; fi
expect 'stretto completion ' bash zsh fish
expect 'stretto help sh' show
expect 'stretto show ping' ping_pong
expect 'stretto show --sync derived four' four_wave
expect 'stretto show c' case_one.json copy
expect 'stretto diff gemm o' other_file.json
expect 'stretto diff gemm red' reduction
expect 'stretto compile ' case_one.json other_file.json
expect 'stretto compile case_one.json -o o' other_file.json
expect 'stretto tune red' reduction
expect 'stretto tune gemm --vary slots=2 --results o' other_file.json
expect 'stretto merge case_one.json o' other_file.json
expect 'stretto list -o case' case_one.json

# Each offers.SHELL reads lines, and writes LINE|WORD for each word that is offered.
export STRETTO_SCRIPT=$folder/_stretto STRETTO_FOLDER=$folder HOME=$folder
cd "$folder/here"
case $shell in
  bash) bash --norc --noprofile "$source/offers.bash" ;;
  zsh) zsh -f "$source/offers.zsh" ;;
  fish) fish --no-config "$source/offers.fish" ;;
esac <"$folder/lines" | sort -u >"$folder/found"
echo "$(wc -l <"$folder/lines") command lines, $(wc -l <"$folder/found") words"
# Wanted, but not found: <; found, but not wanted: >.
diff <(sort -u "$folder/wanted") "$folder/found"
