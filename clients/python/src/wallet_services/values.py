"""Values of the wire as Python has them."""

from __future__ import annotations

from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, GetCoreSchemaHandler, ValidationInfo
from pydantic_core import core_schema

from . import limits


def decimal_text(value: Decimal) -> str:
    """Writes a decimal with all of its digits and without an exponent, as the services take it."""
    return format(value, "f")


class _ExactText:
    """In JSON it is text of the form of the documents: a number would have been rounded."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        form = r"^-?[0-9]+(\.[0-9]+)?$"
        text = core_schema.str_schema(max_length=limits.LONGEST_DECIMAL, pattern=form)
        exact = core_schema.chain_schema([text, core_schema.no_info_plain_validator_function(Decimal)])
        return core_schema.json_or_python_schema(
            json_schema=exact,
            python_schema=handler(source),
            serialization=core_schema.plain_serializer_function_ser_schema(
                decimal_text, return_schema=core_schema.str_schema(), when_used="json"
            ),
        )


DecimalText = Annotated[Decimal, _ExactText()]
"""An exact decimal, which is text in JSON."""


_Item = TypeVar("_Item")


def _null_as_empty(value: list[Any] | None) -> list[Any]:
    return [] if value is None else value


class _NullAsEmpty:
    """After the list was read: a validator before it would have all of its JSON made objects of Python twice."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        items = handler(source)
        sent = core_schema.no_info_after_validator_function(_null_as_empty, core_schema.nullable_schema(items))
        return core_schema.json_or_python_schema(json_schema=sent, python_schema=items)


ListOf = Annotated[list[_Item], _NullAsEmpty()]
"""A list. In JSON, null is an empty one: some services send it."""


def _list_as_tuple(value: Any, info: ValidationInfo) -> Any:
    return tuple(value) if isinstance(value, list) and info.mode == "json" else value


_First = TypeVar("_First")
_Second = TypeVar("_Second")
_Third = TypeVar("_Third")

TripleOf = Annotated[tuple[_First, _Second, _Third], BeforeValidator(_list_as_tuple)]
"""Three values, which are a list in JSON, also where the types of JSON count."""


class Model(BaseModel):
    """A value of a service. Members that its document does not name are kept, in `model_extra`."""

    model_config = ConfigDict(extra="allow")


class OpenEnum(Enum):
    """An enumeration that a service may add to: an unknown value is a member without a name of its own."""

    @classmethod
    def _missing_(cls, value: object) -> Any:
        kind: Any = str if issubclass(cls, str) else int
        if not isinstance(value, kind) or isinstance(value, bool):
            return None
        member = kind.__new__(cls, value)
        member._name_, member._value_ = f"UNKNOWN_{value}", value
        return member
