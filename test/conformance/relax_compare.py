"""Whether two programs in normal form are one: the same expressions, whatever their names."""

from __future__ import annotations

from conformance.relax_types import Info, Json, as_info, as_list, dim_of, type_of

from disc_shape.symbolic import Prover, Truth
from disc_shape.typesystem.judgements import equivalent, subtype
from disc_shape.typesystem.scopes import names_used


def same_programs(found: Info, wanted: Info) -> bool | None:
    """True for one program, None where types are wider than wanted, False for another program."""
    ours, theirs = as_info(found["functions"]), as_info(wanted["functions"])
    if ours.keys() != theirs.keys():
        return False
    return worst([Comparer().function(as_info(ours[k]), as_info(theirs[k])) for k in ours])


def worst(verdicts: list[bool | None]) -> bool | None:
    """False wins, then None."""
    return False if False in verdicts else None if None in verdicts else True


def same_types(found: Json, wanted: Json) -> bool | None:
    """Whether two types are one, or the first is more precise; None where it is wider."""
    names = names_used(type_of(found)) | names_used(type_of(wanted))
    one, other, prover = type_of(found, names), type_of(wanted, names), Prover()
    if equivalent(one, other, prover) or subtype(one, other, prover) is Truth.YES:
        return True
    return None if subtype(other, one, prover) is Truth.YES else False


class Comparer:
    """Compares two functions: the variables of each stand for the expressions bound to them."""

    def __init__(self) -> None:
        self.ours: dict[str, Json] = {}
        self.theirs: dict[str, Json] = {}
        self.types: list[bool | None] = []

    def function(self, found: Info, wanted: Info) -> bool | None:
        """Parameters, result type and body."""
        mine, others = as_list(found["params"]), as_list(wanted["params"])
        if len(mine) != len(others) or found.get("pure") != wanted.get("pure"):
            return False
        verdicts: list[bool | None] = []
        for index, (one, other) in enumerate(zip(mine, others, strict=True)):
            (name, info), (other_name, other_info) = as_list(one), as_list(other)
            self.ours[str(name)] = self.theirs[str(other_name)] = ["parameter", id(found), index]
            verdicts.append(same_types(info, other_info))
        if found.get("ret") is not None and wanted.get("ret") is not None:
            verdicts.append(same_types(found["ret"], wanted["ret"]))
        # A function inside has parameters of its own, numbered alike on both sides.
        depth = len(self.ours)
        for names, params in ((self.ours, mine), (self.theirs, others)):
            for index, one in enumerate(params):
                names[str(as_list(one)[0])] = ["parameter", depth, index]
        same = self.same(
            self.body(found["body"], self.ours), self.body(wanted["body"], self.theirs)
        )
        return worst([*verdicts, same, *self.types])

    def body(self, value: Json, names: dict[str, Json]) -> Json:
        """The result of a sequence with its bindings put in, and its effects before it."""
        parts = as_list(value)
        if parts[0] != "seq":
            return self.put_in(value, names)
        effects: list[Json] = []
        for block in as_list(parts[1]):
            for one in as_list(as_info(block)["bindings"]):
                info = as_info(one)
                expression = self.put_in(info["value"], names)
                if "to" in info:
                    expression = ["cast", expression, info["to"]]
                name = str(info.get("bind", info.get("cast")))
                names[name] = ["typed", info.get("si"), expression]
                effects.append(names[name])
        return ["body", [one for one in effects if not is_alias(one)], self.put_in(parts[2], names)]

    def put_in(self, value: Json, names: dict[str, Json]) -> Json:
        """An expression with the expressions of its variables in it."""
        if isinstance(value, dict):
            return {key: self.put_in(one, names) for key, one in value.items()}
        if not isinstance(value, list) or not value:
            return value
        match value[0]:
            case "var" | "dvar":
                found = names.get(str(value[1]), value)
                return strip(found)
            case "seq":
                return self.body(value, names)
            case "fn":
                return ["fn", self.local(as_info(value[1]), names)]
            case _:
                return [self.put_in(one, names) for one in value]

    def local(self, info: Info, names: dict[str, Json]) -> Json:
        """A local function with numbered parameters."""
        params: list[Json] = []
        for index, one in enumerate(as_list(info["params"])):
            name, type_ = as_list(one)
            names[str(name)] = ["local", index]
            params.append(["type", type_])
        body = self.body(info["body"], names)
        return {"params": params, "pure": info.get("pure"), "body": body}

    def same(self, one: Json, other: Json) -> bool | None:
        """Whether two expressions are one; types are compared as types."""
        if isinstance(one, list) and isinstance(other, list):
            if one[:1] == ["typed"] and other[:1] == ["typed"]:
                return worst([same_types(one[1], other[1]), self.same(one[2], other[2])])
            if one[:1] == ["type"] and other[:1] == ["type"]:
                return same_types(one[1], other[1])
            if one[:1] == ["body"] and other[:1] == ["body"]:
                mine, theirs = as_list(one[1]), as_list(other[1])
                pairs = [self.matching(effect, theirs) for effect in mine]
                if len(mine) != len(theirs):
                    return False
                return worst([*pairs, self.same(one[2], other[2])])
            if len(one) != len(other):
                return False
            return worst([self.same(a, b) for a, b in zip(one, other, strict=True)])
        if isinstance(one, dict) and isinstance(other, dict):
            if "kind" in one and "kind" in other:
                return same_types(one, other)
            keys = {key for key in (*one, *other) if one.get(key) != other.get(key)}
            return worst([self.same(one.get(key), other.get(key)) for key in sorted(keys)])
        return one == other or same_dims(one, other)

    def matching(self, effect: Json, others: list[Json]) -> bool | None:
        """Whether an expression is among others, in whatever order."""
        verdicts = [self.same(effect, other) for other in others]
        return True if True in verdicts else None if None in verdicts else False


def strip(value: Json) -> Json:
    """The expression of a typed binding; one that is bound to another variable is that one."""
    while isinstance(value, list) and value[:1] == ["typed"]:
        value = value[2]
    return value


def is_alias(value: Json) -> bool:
    """Whether a binding only gives another name to a parameter or a binding."""
    inner = strip(value)
    return isinstance(inner, list) and inner[:1] in (["parameter"], ["local"])


def same_dims(one: Json, other: Json) -> bool:
    """Whether two texts are one dimension."""
    if not isinstance(one, int | str) or not isinstance(other, int | str):
        return False
    try:
        a, b = dim_of(one), dim_of(other)
    except ValueError:
        return False
    return a is not None and b is not None and Prover().equal(a, b).truth is Truth.YES
