"""Values of the wire as Python has them."""

from __future__ import annotations

from decimal import Decimal
from enum import Enum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, PlainSerializer


def decimal_text(value: Decimal) -> str:
    """Writes a decimal with all of its digits and without an exponent, as the services take it."""
    return format(value, "f")


DecimalText = Annotated[Decimal, PlainSerializer(decimal_text, return_type=str, when_used="json")]
"""An exact decimal, which is text in JSON."""


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
