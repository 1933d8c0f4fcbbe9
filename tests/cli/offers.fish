# What fish offers for the last word of each line; see completion_test.sh.
source $STRETTO_SCRIPT
while read -l -d \n line # with the blank at its end
    for word in (complete -C $line)
        echo "$line|"(string split -f 1 \t -- $word)
    end
end
