import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Market(_message.Message):
    __slots__ = ("id", "asset_id", "symbol", "ctoken_asset_id", "total_cash", "total_borrows", "reserves", "ctokens", "init_exchange_rate", "reserve_factor", "liquidation_incentive", "borrow_cap", "collateral_factor", "close_factor", "base_rate", "multiplier", "jump_multiplier", "kink", "block_number", "utilization_rate", "exchange_rate", "supply_rate_per_block", "borrow_rate_per_block", "price", "price_update_at", "borrow_index", "status", "created_at", "updated_at", "suppliers", "borrowers", "supply_apy", "borrow_apy")
    ID_FIELD_NUMBER: _ClassVar[int]
    ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    SYMBOL_FIELD_NUMBER: _ClassVar[int]
    CTOKEN_ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    TOTAL_CASH_FIELD_NUMBER: _ClassVar[int]
    TOTAL_BORROWS_FIELD_NUMBER: _ClassVar[int]
    RESERVES_FIELD_NUMBER: _ClassVar[int]
    CTOKENS_FIELD_NUMBER: _ClassVar[int]
    INIT_EXCHANGE_RATE_FIELD_NUMBER: _ClassVar[int]
    RESERVE_FACTOR_FIELD_NUMBER: _ClassVar[int]
    LIQUIDATION_INCENTIVE_FIELD_NUMBER: _ClassVar[int]
    BORROW_CAP_FIELD_NUMBER: _ClassVar[int]
    COLLATERAL_FACTOR_FIELD_NUMBER: _ClassVar[int]
    CLOSE_FACTOR_FIELD_NUMBER: _ClassVar[int]
    BASE_RATE_FIELD_NUMBER: _ClassVar[int]
    MULTIPLIER_FIELD_NUMBER: _ClassVar[int]
    JUMP_MULTIPLIER_FIELD_NUMBER: _ClassVar[int]
    KINK_FIELD_NUMBER: _ClassVar[int]
    BLOCK_NUMBER_FIELD_NUMBER: _ClassVar[int]
    UTILIZATION_RATE_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_RATE_FIELD_NUMBER: _ClassVar[int]
    SUPPLY_RATE_PER_BLOCK_FIELD_NUMBER: _ClassVar[int]
    BORROW_RATE_PER_BLOCK_FIELD_NUMBER: _ClassVar[int]
    PRICE_FIELD_NUMBER: _ClassVar[int]
    PRICE_UPDATE_AT_FIELD_NUMBER: _ClassVar[int]
    BORROW_INDEX_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    SUPPLIERS_FIELD_NUMBER: _ClassVar[int]
    BORROWERS_FIELD_NUMBER: _ClassVar[int]
    SUPPLY_APY_FIELD_NUMBER: _ClassVar[int]
    BORROW_APY_FIELD_NUMBER: _ClassVar[int]
    id: int
    asset_id: str
    symbol: str
    ctoken_asset_id: str
    total_cash: str
    total_borrows: str
    reserves: str
    ctokens: str
    init_exchange_rate: str
    reserve_factor: str
    liquidation_incentive: str
    borrow_cap: str
    collateral_factor: str
    close_factor: str
    base_rate: str
    multiplier: str
    jump_multiplier: str
    kink: str
    block_number: int
    utilization_rate: str
    exchange_rate: str
    supply_rate_per_block: str
    borrow_rate_per_block: str
    price: str
    price_update_at: _timestamp_pb2.Timestamp
    borrow_index: str
    status: int
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    suppliers: int
    borrowers: int
    supply_apy: str
    borrow_apy: str
    def __init__(self, id: _Optional[int] = ..., asset_id: _Optional[str] = ..., symbol: _Optional[str] = ..., ctoken_asset_id: _Optional[str] = ..., total_cash: _Optional[str] = ..., total_borrows: _Optional[str] = ..., reserves: _Optional[str] = ..., ctokens: _Optional[str] = ..., init_exchange_rate: _Optional[str] = ..., reserve_factor: _Optional[str] = ..., liquidation_incentive: _Optional[str] = ..., borrow_cap: _Optional[str] = ..., collateral_factor: _Optional[str] = ..., close_factor: _Optional[str] = ..., base_rate: _Optional[str] = ..., multiplier: _Optional[str] = ..., jump_multiplier: _Optional[str] = ..., kink: _Optional[str] = ..., block_number: _Optional[int] = ..., utilization_rate: _Optional[str] = ..., exchange_rate: _Optional[str] = ..., supply_rate_per_block: _Optional[str] = ..., borrow_rate_per_block: _Optional[str] = ..., price: _Optional[str] = ..., price_update_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., borrow_index: _Optional[str] = ..., status: _Optional[int] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., suppliers: _Optional[int] = ..., borrowers: _Optional[int] = ..., supply_apy: _Optional[str] = ..., borrow_apy: _Optional[str] = ...) -> None: ...

class MarketListResp(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _containers.RepeatedCompositeFieldContainer[Market]
    def __init__(self, data: _Optional[_Iterable[_Union[Market, _Mapping]]] = ...) -> None: ...

class MarketReq(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class PriceReceiver(_message.Message):
    __slots__ = ("members", "threshold")
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    members: _containers.RepeatedScalarFieldContainer[str]
    threshold: int
    def __init__(self, members: _Optional[_Iterable[str]] = ..., threshold: _Optional[int] = ...) -> None: ...

class PriceSigner(_message.Message):
    __slots__ = ("index", "verify_key")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    VERIFY_KEY_FIELD_NUMBER: _ClassVar[int]
    index: int
    verify_key: str
    def __init__(self, index: _Optional[int] = ..., verify_key: _Optional[str] = ...) -> None: ...

class Price(_message.Message):
    __slots__ = ("asset_id", "symbol", "trace_id", "receiver", "signers", "threshold")
    ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    SYMBOL_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    RECEIVER_FIELD_NUMBER: _ClassVar[int]
    SIGNERS_FIELD_NUMBER: _ClassVar[int]
    THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    asset_id: str
    symbol: str
    trace_id: str
    receiver: PriceReceiver
    signers: _containers.RepeatedCompositeFieldContainer[PriceSigner]
    threshold: int
    def __init__(self, asset_id: _Optional[str] = ..., symbol: _Optional[str] = ..., trace_id: _Optional[str] = ..., receiver: _Optional[_Union[PriceReceiver, _Mapping]] = ..., signers: _Optional[_Iterable[_Union[PriceSigner, _Mapping]]] = ..., threshold: _Optional[int] = ...) -> None: ...

class PriceRequestResp(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _containers.RepeatedCompositeFieldContainer[Price]
    def __init__(self, data: _Optional[_Iterable[_Union[Price, _Mapping]]] = ...) -> None: ...

class PriceReq(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TransactionReq(_message.Message):
    __slots__ = ("offset", "limit")
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    offset: _timestamp_pb2.Timestamp
    limit: int
    def __init__(self, offset: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., limit: _Optional[int] = ...) -> None: ...

class Transaction(_message.Message):
    __slots__ = ("id", "action", "trace_id", "user_id", "follow_id", "snapshot_trace_id", "asset_id", "amount", "data", "created_at")
    ID_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    FOLLOW_ID_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    id: int
    action: int
    trace_id: str
    user_id: str
    follow_id: str
    snapshot_trace_id: str
    asset_id: str
    amount: str
    data: bytes
    created_at: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[int] = ..., action: _Optional[int] = ..., trace_id: _Optional[str] = ..., user_id: _Optional[str] = ..., follow_id: _Optional[str] = ..., snapshot_trace_id: _Optional[str] = ..., asset_id: _Optional[str] = ..., amount: _Optional[str] = ..., data: _Optional[bytes] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class TransactionListResp(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _containers.RepeatedCompositeFieldContainer[Transaction]
    def __init__(self, data: _Optional[_Iterable[_Union[Transaction, _Mapping]]] = ...) -> None: ...

class PayReq(_message.Message):
    __slots__ = ("asset_id", "amount", "trace_id", "follow_id", "memo_base64", "with_gas")
    ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    FOLLOW_ID_FIELD_NUMBER: _ClassVar[int]
    MEMO_BASE64_FIELD_NUMBER: _ClassVar[int]
    WITH_GAS_FIELD_NUMBER: _ClassVar[int]
    asset_id: str
    amount: str
    trace_id: str
    follow_id: str
    memo_base64: str
    with_gas: bool
    def __init__(self, asset_id: _Optional[str] = ..., amount: _Optional[str] = ..., trace_id: _Optional[str] = ..., follow_id: _Optional[str] = ..., memo_base64: _Optional[str] = ..., with_gas: bool = ...) -> None: ...

class PayResp(_message.Message):
    __slots__ = ("url",)
    URL_FIELD_NUMBER: _ClassVar[int]
    url: str
    def __init__(self, url: _Optional[str] = ...) -> None: ...
