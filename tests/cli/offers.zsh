# What zsh offers for the last word of each line; see completion_test.sh. Completion works in the line editor only, so the
# lines are typed in a terminal, where compadd, with which every match is added, also writes the matches into a file.
zmodload zsh/zpty
zpty child "STRETTO_FOLDER=$STRETTO_FOLDER zsh -f -i"

# Reads what the terminal shows until a file is there.
await() {
  integer tries=0
  while [[ ! -e $1 ]]; do
    if (( ++tries > 3000 )); then print "zsh did not make $1"; exit 1; fi
    zpty -r -t child ignored
    sleep 0.01
  done
}

zpty -w child 'PS1= PS2= RPS1=; stty columns 500; fpath=($STRETTO_FOLDER $fpath); autoload -Uz compinit; compinit -u -D
compadd() {
  if [[ " $* " == *" -"[OAD]" "* ]]; then builtin compadd "$@"; return; fi
  local -a matches
  builtin compadd -O matches "$@"
  print -rl -- $matches >> $STRETTO_FOLDER/matches
  builtin compadd "$@"
}
report() { zle list-choices; zle kill-whole-line; print > $STRETTO_FOLDER/finished }
zle -N report
bindkey "^T" report
print > $STRETTO_FOLDER/ready'
await $STRETTO_FOLDER/ready
while IFS= read -r line; do
  rm -f $STRETTO_FOLDER/finished
  : > $STRETTO_FOLDER/matches
  zpty -w -n child "$line"$'\x14'
  await $STRETTO_FOLDER/finished
  for word in "${(@f)$(<$STRETTO_FOLDER/matches)}"; do [[ -z $word ]] || print -r -- "$line|$word"; done
done
zpty -d child
