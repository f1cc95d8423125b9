#!/bin/sh
# Removes the program of this user. Records and settings are kept unless --records is given.
set -e
share=${XDG_DATA_HOME:-$HOME/.local/share}
rm -f "$HOME/.local/bin/croupier-trainer" "$HOME/.local/bin/trainer" \
    "$share/applications/croupier-trainer.desktop" "$share/icons/hicolor/256x256/apps/croupier-trainer.png"
rm -rf "$HOME/.local/opt/croupier-trainer"
if [ "$1" = --records ]; then
    rm -rf "$share/croupier-trainer" "${XDG_CONFIG_HOME:-$HOME/.config}/croupier-trainer" \
        "${XDG_CACHE_HOME:-$HOME/.cache}/croupier-trainer"
fi
