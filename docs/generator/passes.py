"""One page per pass, from its docstring and its options."""

from xdsl.passes import ModulePass, PassOptionInfo, get_pass_option_infos

from disc_shape.passes import PASSES
from disc_shape.universe import load_pass
from generator.text import docstring, escape, first_line, markdown, summary_of, table

QUOTES = "'\""


def default_text(option: PassOptionInfo) -> str:
    """The default of an option, or that there is none."""
    if option.default_value is None:
        return "required"
    return f"`{option.default_value}`" if option.default_value else "empty"


def pass_pages() -> dict[str, str]:
    """The page of each pass and their list."""
    passes = {name: load_pass(name) for name in sorted(PASSES)}
    rows = [(f"[`{name}`]({name}.md)", escape(first_line(cls))) for name, cls in passes.items()]
    index = "# Passes\n\nRun them with `disc-opt -p NAME` or, where the program needs no dialect "
    index += "of another owner, `xdsl-opt -p NAME`.\n\n" + table(("pass", "what it does"), rows)
    pages = {f"passes/{name}.md": pass_page(name, cls) for name, cls in passes.items()}
    return {"passes/index.md": index, **pages}


def pass_page(name: str, cls: type[ModulePass]) -> str:
    text = docstring(cls)
    rest = text.partition("\n\n")[2]
    parts = [f"# `{name}`\n", f"*{summary_of(text)}*\n", markdown(rest).strip() + "\n"]
    options = get_pass_option_infos(cls)
    if options:
        rows = [
            (
                f"`{option.name.replace('_', '-')}`",
                f"`{escape(option.expected_type.strip(QUOTES))}`",
                default_text(option),
            )
            for option in options
        ]
        written = " ".join(f"{option.name.replace('_', '-')}=..." for option in options)
        parts.append(f"Written `{name}{{{written}}}`:\n")
        parts.append(table(("option", "type", "default"), rows))
    parts.append(f"Source: `{cls.__module__.replace('disc_shape.', '').replace('.', '/')}.py`\n")
    return "\n".join(parts)
