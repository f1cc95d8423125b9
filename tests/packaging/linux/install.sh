#!/bin/sh
# Installs the unpacked program for this user. Run again to upgrade; records are not touched.
set -e
share=${XDG_DATA_HOME:-$HOME/.local/share}
program=$HOME/.local/opt/croupier-trainer
mkdir -p "$HOME/.local/opt" "$HOME/.local/bin" "$share/applications" "$share/icons/hicolor/256x256/apps"
rm -rf "$program.new"
cp -a . "$program.new"
rm -rf "$program"
mv "$program.new" "$program"
ln -sf "$program/croupier-trainer" "$HOME/.local/bin/croupier-trainer"
ln -sf "$program/croupier-trainer" "$HOME/.local/bin/trainer"
cp "$program/croupier-trainer.png" "$share/icons/hicolor/256x256/apps/"
sed "s|^Exec=.*|Exec=\"$program/croupier-trainer\"|" "$program/croupier-trainer.desktop" \
    > "$share/applications/croupier-trainer.desktop"
echo "Installed in $program. Start it from the menu or with $HOME/.local/bin/croupier-trainer."
echo "To remove it, run $program/uninstall.sh; records are kept."
