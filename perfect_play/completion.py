"""`perfect-play completion`: a script with which bash and zsh complete the arguments of `perfect-play`."""

from __future__ import annotations

import shlex
from collections.abc import Iterable

from perfect_play.puzzles import registry

SCRIPT = """\
# Completes the commands, ids and variants of perfect-play. In bash: source <(perfect-play completion)
# In zsh: autoload -U +X bashcompinit && bashcompinit && source <(perfect-play completion)
_perfect_play() {{
    local words=
    case $COMP_CWORD in
        1) words={commands} ;;
        2) words={ids} ;;
        3) case ${{COMP_WORDS[2]}} in
{variants}
        esac ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _perfect_play perfect-play"""


def script(commands: Iterable[str]) -> str:
    """The script, with the names of all commands, puzzles and games."""
    classes = registry.all_rules()
    ids = [name for cls in classes for name in (cls.id, *cls.aliases)]
    variants = [
        f"            {'|'.join((cls.id, *cls.aliases))}) words={_quoted(variant.id for variant in cls.variants)} ;;"
        for cls in classes
    ]
    return SCRIPT.format(commands=_quoted(commands), ids=_quoted(ids), variants="\n".join(variants))


def _quoted(names: Iterable[str]) -> str:
    """Words as one argument of the shell."""
    return shlex.quote(" ".join(names))
