#!/usr/bin/env bash
# debian.sh BUILD FOLDER CXX VERSION MAIN CMAKE CPACK: makes the Debian packages of BUILD in FOLDER, looks at what they say
# and hold, and uses them.
set -euo pipefail
build=$1 folder=$2 cxx=$3 version=$4 main=$5 cmake=$6 cpack=$7
rm -rf "$folder"
mkdir -p "$folder/again"
cd "$folder"

fail() {
  echo "$*"
  exit 1
}

# Twice, at different times and in different places: the same bytes.
export SOURCE_DATE_EPOCH=1700000000
"$cpack" --config "$build/CPackConfig.cmake" -B "$folder"
sleep 1
"$cpack" --config "$build/CPackConfig.cmake" -B "$folder/again"
tool=stretto_$version-1_$(dpkg --print-architecture).deb
headers=libstretto-dev_$version-1_all.deb
reports=libstretto-report-dev_$version-1_$(dpkg --print-architecture).deb
for package in "$tool" "$headers" "$reports"; do
  cmp "$package" "again/$package"
done

# field PACKAGE NAME PATTERN
field() {
  local value
  value=$(dpkg-deb -f "$1" "$2")
  [[ $value =~ $3 ]] || fail "$1: $2 is '$value', which does not match $3"
}
for package in "$tool" "$headers" "$reports"; do
  field "$package" Version "^$version-1$"
  field "$package" Maintainer '^The Stretto maintainers <'
  field "$package" Priority '^optional$'
done
field "$tool" Section '^devel$'
field "$tool" Depends '(^|, )libc6 .*libstdc\+\+6 '
field "$tool" Description '^software pipelining .*, the tool'
field "$headers" Section '^libdevel$'
field "$headers" Depends '^$'
field "$headers" Description '^software pipelining .*, the headers'
field "$reports" Section '^libdevel$'
field "$reports" Depends "^libstretto-dev [(]= $version-1[)]"
field "$reports" Description '^software pipelining .*, the reports'

# Every installed file is in one package, and nothing else is.
DESTDIR=$folder/installed "$cmake" --install "$build" --prefix /usr >install.log
for package in "$tool" "$headers" "$reports"; do
  dpkg-deb -x "$package" unpacked
  name=${package%%_*}
  doc=unpacked/usr/share/doc/$name
  [[ $(zcat "$doc/changelog.Debian.gz" | head -n 1) == "stretto ($version-1) "* ]] || fail "$name: the changelog has no entry for $version-1"
  grep -q '^Copyright ' "$doc/copyright" || fail "$name: no copyright"
done
packed=$(for package in "$tool" "$headers" "$reports"; do dpkg-deb --fsys-tarfile "$package" | tar t | grep -v '/$'; done |
  sed -E 's|^\./||; s|^(usr/share/man/.*)\.gz$|\1|; s|/zsh/vendor-completions/|/zsh/site-functions/|' | grep -vE '^usr/share/doc/(libstretto-dev|libstretto-report-dev|stretto)/(changelog[.]Debian[.]gz|copyright)$' | sort)
installed=$(cd installed && find . -type f -o -type l | sed 's|^\./||' | grep -vxF usr/share/doc/stretto/LICENSE | sort)
diff <(echo "$installed") <(echo "$packed") || fail "what is packed (>) is not what is installed (<)"

# As a user has them.
[ -s unpacked/usr/share/man/man1/stretto.1.gz ] || fail "no manual page"
"$cxx" -std=c++20 -Iunpacked/usr/include "$main" -o consumer
[[ $(./consumer) == "stretto $version: "* ]] || fail "the consumer says: $(./consumer)"
[[ $(unpacked/usr/bin/stretto --version) == *"$version"* ]] || fail "the tool says: $(unpacked/usr/bin/stretto --version)"
unpacked/usr/bin/stretto pipeline gemm --target h200 >gemm.txt
