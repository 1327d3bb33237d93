import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GroupInfo(_message.Message):
    __slots__ = ("members", "public_key", "threshold")
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    PUBLIC_KEY_FIELD_NUMBER: _ClassVar[int]
    THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    members: _containers.RepeatedScalarFieldContainer[str]
    public_key: str
    threshold: int
    def __init__(self, members: _Optional[_Iterable[str]] = ..., public_key: _Optional[str] = ..., threshold: _Optional[int] = ...) -> None: ...

class ReadInfoResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: GroupInfo
    def __init__(self, data: _Optional[_Union[GroupInfo, _Mapping]] = ...) -> None: ...

class ReadInfoRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListAssetsResponse(_message.Message):
    __slots__ = ("assets",)
    ASSETS_FIELD_NUMBER: _ClassVar[int]
    assets: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, assets: _Optional[_Iterable[bytes]] = ...) -> None: ...

class ListAssetsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListPairsRequest(_message.Message):
    __slots__ = ("broker_id",)
    BROKER_ID_FIELD_NUMBER: _ClassVar[int]
    broker_id: str
    def __init__(self, broker_id: _Optional[str] = ...) -> None: ...

class PairSummary(_message.Message):
    __slots__ = ("pair_count", "transaction_count_24h", "volume_24h", "fee_24h", "ts", "pairs", "whitelists")
    PAIR_COUNT_FIELD_NUMBER: _ClassVar[int]
    TRANSACTION_COUNT_24H_FIELD_NUMBER: _ClassVar[int]
    VOLUME_24H_FIELD_NUMBER: _ClassVar[int]
    FEE_24H_FIELD_NUMBER: _ClassVar[int]
    TS_FIELD_NUMBER: _ClassVar[int]
    PAIRS_FIELD_NUMBER: _ClassVar[int]
    WHITELISTS_FIELD_NUMBER: _ClassVar[int]
    pair_count: int
    transaction_count_24h: int
    volume_24h: str
    fee_24h: str
    ts: int
    pairs: _containers.RepeatedScalarFieldContainer[bytes]
    whitelists: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, pair_count: _Optional[int] = ..., transaction_count_24h: _Optional[int] = ..., volume_24h: _Optional[str] = ..., fee_24h: _Optional[str] = ..., ts: _Optional[int] = ..., pairs: _Optional[_Iterable[bytes]] = ..., whitelists: _Optional[_Iterable[str]] = ...) -> None: ...

class ListPairsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: PairSummary
    def __init__(self, data: _Optional[_Union[PairSummary, _Mapping]] = ...) -> None: ...

class Ticker(_message.Message):
    __slots__ = ("base_id", "base_name", "base_symbol", "quote_id", "quote_name", "quote_symbol", "last_price", "base_volume", "quote_volume")
    BASE_ID_FIELD_NUMBER: _ClassVar[int]
    BASE_NAME_FIELD_NUMBER: _ClassVar[int]
    BASE_SYMBOL_FIELD_NUMBER: _ClassVar[int]
    QUOTE_ID_FIELD_NUMBER: _ClassVar[int]
    QUOTE_NAME_FIELD_NUMBER: _ClassVar[int]
    QUOTE_SYMBOL_FIELD_NUMBER: _ClassVar[int]
    LAST_PRICE_FIELD_NUMBER: _ClassVar[int]
    BASE_VOLUME_FIELD_NUMBER: _ClassVar[int]
    QUOTE_VOLUME_FIELD_NUMBER: _ClassVar[int]
    base_id: str
    base_name: str
    base_symbol: str
    quote_id: str
    quote_name: str
    quote_symbol: str
    last_price: str
    base_volume: str
    quote_volume: str
    def __init__(self, base_id: _Optional[str] = ..., base_name: _Optional[str] = ..., base_symbol: _Optional[str] = ..., quote_id: _Optional[str] = ..., quote_name: _Optional[str] = ..., quote_symbol: _Optional[str] = ..., last_price: _Optional[str] = ..., base_volume: _Optional[str] = ..., quote_volume: _Optional[str] = ...) -> None: ...

class ListTickersResponse(_message.Message):
    __slots__ = ("data",)
    class DataEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: Ticker
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[Ticker, _Mapping]] = ...) -> None: ...
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _containers.MessageMap[str, Ticker]
    def __init__(self, data: _Optional[_Mapping[str, Ticker]] = ...) -> None: ...

class ListTickersRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListMarketStatsRequest(_message.Message):
    __slots__ = ("dur",)
    DUR_FIELD_NUMBER: _ClassVar[int]
    dur: str
    def __init__(self, dur: _Optional[str] = ...) -> None: ...

class MarketStat(_message.Message):
    __slots__ = ("ts", "date", "value", "volume")
    TS_FIELD_NUMBER: _ClassVar[int]
    DATE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    VOLUME_FIELD_NUMBER: _ClassVar[int]
    ts: int
    date: _timestamp_pb2.Timestamp
    value: str
    volume: str
    def __init__(self, ts: _Optional[int] = ..., date: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., value: _Optional[str] = ..., volume: _Optional[str] = ...) -> None: ...

class ListMarketStatsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _containers.RepeatedCompositeFieldContainer[MarketStat]
    def __init__(self, data: _Optional[_Iterable[_Union[MarketStat, _Mapping]]] = ...) -> None: ...

class ListPairStatsRequest(_message.Message):
    __slots__ = ("base", "quote", "dur")
    BASE_FIELD_NUMBER: _ClassVar[int]
    QUOTE_FIELD_NUMBER: _ClassVar[int]
    DUR_FIELD_NUMBER: _ClassVar[int]
    base: str
    quote: str
    dur: str
    def __init__(self, base: _Optional[str] = ..., quote: _Optional[str] = ..., dur: _Optional[str] = ...) -> None: ...

class ListPairStatsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _containers.RepeatedCompositeFieldContainer[MarketStat]
    def __init__(self, data: _Optional[_Iterable[_Union[MarketStat, _Mapping]]] = ...) -> None: ...

class ListCandlesRequest(_message.Message):
    __slots__ = ("base", "quote", "dur")
    BASE_FIELD_NUMBER: _ClassVar[int]
    QUOTE_FIELD_NUMBER: _ClassVar[int]
    DUR_FIELD_NUMBER: _ClassVar[int]
    base: str
    quote: str
    dur: str
    def __init__(self, base: _Optional[str] = ..., quote: _Optional[str] = ..., dur: _Optional[str] = ...) -> None: ...

class Candle(_message.Message):
    __slots__ = ("timestamp", "base_quote_price", "quote_base_price")
    TIMESTAMP_FIELD_NUMBER: _ClassVar[int]
    BASE_QUOTE_PRICE_FIELD_NUMBER: _ClassVar[int]
    QUOTE_BASE_PRICE_FIELD_NUMBER: _ClassVar[int]
    timestamp: int
    base_quote_price: str
    quote_base_price: str
    def __init__(self, timestamp: _Optional[int] = ..., base_quote_price: _Optional[str] = ..., quote_base_price: _Optional[str] = ...) -> None: ...

class ListCandlesResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _containers.RepeatedCompositeFieldContainer[Candle]
    def __init__(self, data: _Optional[_Iterable[_Union[Candle, _Mapping]]] = ...) -> None: ...

class ReadOrderRequest(_message.Message):
    __slots__ = ("follow_id",)
    FOLLOW_ID_FIELD_NUMBER: _ClassVar[int]
    follow_id: str
    def __init__(self, follow_id: _Optional[str] = ...) -> None: ...

class OrderTransaction(_message.Message):
    __slots__ = ("id", "created_at", "type", "base_asset_id", "quote_asset_id", "base_amount", "quote_amount", "fee_asset_id", "fee_amount", "pay_asset_id", "filled_asset_id", "funds", "amount", "user_id")
    ID_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    BASE_ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    QUOTE_ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    BASE_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    QUOTE_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    FEE_ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    FEE_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    PAY_ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    FILLED_ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    FUNDS_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    created_at: _timestamp_pb2.Timestamp
    type: str
    base_asset_id: str
    quote_asset_id: str
    base_amount: str
    quote_amount: str
    fee_asset_id: str
    fee_amount: str
    pay_asset_id: str
    filled_asset_id: str
    funds: str
    amount: str
    user_id: str
    def __init__(self, id: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., type: _Optional[str] = ..., base_asset_id: _Optional[str] = ..., quote_asset_id: _Optional[str] = ..., base_amount: _Optional[str] = ..., quote_amount: _Optional[str] = ..., fee_asset_id: _Optional[str] = ..., fee_amount: _Optional[str] = ..., pay_asset_id: _Optional[str] = ..., filled_asset_id: _Optional[str] = ..., funds: _Optional[str] = ..., amount: _Optional[str] = ..., user_id: _Optional[str] = ...) -> None: ...

class Order(_message.Message):
    __slots__ = ("id", "created_at", "user_id", "state", "pay_asset_id", "fill_asset_id", "pay_amount", "fill_amount", "min_amount", "routes", "route_assets", "transactions")
    ID_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    PAY_ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    FILL_ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    PAY_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    FILL_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    MIN_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    ROUTES_FIELD_NUMBER: _ClassVar[int]
    ROUTE_ASSETS_FIELD_NUMBER: _ClassVar[int]
    TRANSACTIONS_FIELD_NUMBER: _ClassVar[int]
    id: str
    created_at: _timestamp_pb2.Timestamp
    user_id: str
    state: str
    pay_asset_id: str
    fill_asset_id: str
    pay_amount: str
    fill_amount: str
    min_amount: str
    routes: str
    route_assets: _containers.RepeatedScalarFieldContainer[str]
    transactions: _containers.RepeatedCompositeFieldContainer[OrderTransaction]
    def __init__(self, id: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., user_id: _Optional[str] = ..., state: _Optional[str] = ..., pay_asset_id: _Optional[str] = ..., fill_asset_id: _Optional[str] = ..., pay_amount: _Optional[str] = ..., fill_amount: _Optional[str] = ..., min_amount: _Optional[str] = ..., routes: _Optional[str] = ..., route_assets: _Optional[_Iterable[str]] = ..., transactions: _Optional[_Iterable[_Union[OrderTransaction, _Mapping]]] = ...) -> None: ...

class ReadOrderResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Order
    def __init__(self, data: _Optional[_Union[Order, _Mapping]] = ...) -> None: ...

class ListTransactionsRequest(_message.Message):
    __slots__ = ("cursor", "limit")
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    cursor: int
    limit: int
    def __init__(self, cursor: _Optional[int] = ..., limit: _Optional[int] = ...) -> None: ...

class Transaction(_message.Message):
    __slots__ = ("id", "created_at", "type", "base_asset_id", "quote_asset_id", "base_amount", "quote_amount", "fee_asset_id", "fee_amount", "pay_asset_id", "filled_asset_id", "funds", "amount", "value", "fee_value", "follow_id", "liquidity")
    ID_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    BASE_ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    QUOTE_ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    BASE_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    QUOTE_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    FEE_ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    FEE_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    PAY_ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    FILLED_ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    FUNDS_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    FEE_VALUE_FIELD_NUMBER: _ClassVar[int]
    FOLLOW_ID_FIELD_NUMBER: _ClassVar[int]
    LIQUIDITY_FIELD_NUMBER: _ClassVar[int]
    id: str
    created_at: _timestamp_pb2.Timestamp
    type: str
    base_asset_id: str
    quote_asset_id: str
    base_amount: str
    quote_amount: str
    fee_asset_id: str
    fee_amount: str
    pay_asset_id: str
    filled_asset_id: str
    funds: str
    amount: str
    value: str
    fee_value: str
    follow_id: str
    liquidity: str
    def __init__(self, id: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., type: _Optional[str] = ..., base_asset_id: _Optional[str] = ..., quote_asset_id: _Optional[str] = ..., base_amount: _Optional[str] = ..., quote_amount: _Optional[str] = ..., fee_asset_id: _Optional[str] = ..., fee_amount: _Optional[str] = ..., pay_asset_id: _Optional[str] = ..., filled_asset_id: _Optional[str] = ..., funds: _Optional[str] = ..., amount: _Optional[str] = ..., value: _Optional[str] = ..., fee_value: _Optional[str] = ..., follow_id: _Optional[str] = ..., liquidity: _Optional[str] = ...) -> None: ...

class Pagination(_message.Message):
    __slots__ = ("next_cursor", "has_next")
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    HAS_NEXT_FIELD_NUMBER: _ClassVar[int]
    next_cursor: str
    has_next: bool
    def __init__(self, next_cursor: _Optional[str] = ..., has_next: bool = ...) -> None: ...

class ListTransactionsResponse(_message.Message):
    __slots__ = ("transactions", "pagination")
    TRANSACTIONS_FIELD_NUMBER: _ClassVar[int]
    PAGINATION_FIELD_NUMBER: _ClassVar[int]
    transactions: _containers.RepeatedCompositeFieldContainer[Transaction]
    pagination: Pagination
    def __init__(self, transactions: _Optional[_Iterable[_Union[Transaction, _Mapping]]] = ..., pagination: _Optional[_Union[Pagination, _Mapping]] = ...) -> None: ...

class ListPairTransactionsRequest(_message.Message):
    __slots__ = ("base", "quote", "cursor", "limit")
    BASE_FIELD_NUMBER: _ClassVar[int]
    QUOTE_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    base: str
    quote: str
    cursor: int
    limit: int
    def __init__(self, base: _Optional[str] = ..., quote: _Optional[str] = ..., cursor: _Optional[int] = ..., limit: _Optional[int] = ...) -> None: ...

class ListPairTransactionsResponse(_message.Message):
    __slots__ = ("transactions", "pagination")
    TRANSACTIONS_FIELD_NUMBER: _ClassVar[int]
    PAGINATION_FIELD_NUMBER: _ClassVar[int]
    transactions: _containers.RepeatedCompositeFieldContainer[Transaction]
    pagination: Pagination
    def __init__(self, transactions: _Optional[_Iterable[_Union[Transaction, _Mapping]]] = ..., pagination: _Optional[_Union[Pagination, _Mapping]] = ...) -> None: ...

class ListMyTransactionsRequest(_message.Message):
    __slots__ = ("base", "quote", "cursor", "limit")
    BASE_FIELD_NUMBER: _ClassVar[int]
    QUOTE_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    base: str
    quote: str
    cursor: int
    limit: int
    def __init__(self, base: _Optional[str] = ..., quote: _Optional[str] = ..., cursor: _Optional[int] = ..., limit: _Optional[int] = ...) -> None: ...

class ListMyTransactionsResponse(_message.Message):
    __slots__ = ("transactions", "pagination")
    TRANSACTIONS_FIELD_NUMBER: _ClassVar[int]
    PAGINATION_FIELD_NUMBER: _ClassVar[int]
    transactions: _containers.RepeatedCompositeFieldContainer[Transaction]
    pagination: Pagination
    def __init__(self, transactions: _Optional[_Iterable[_Union[Transaction, _Mapping]]] = ..., pagination: _Optional[_Union[Pagination, _Mapping]] = ...) -> None: ...

class CreateActionRequest(_message.Message):
    __slots__ = ("action", "amount", "asset_id", "broker_id", "trace_id")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    BROKER_ID_FIELD_NUMBER: _ClassVar[int]
    TRACE_ID_FIELD_NUMBER: _ClassVar[int]
    action: str
    amount: str
    asset_id: str
    broker_id: str
    trace_id: str
    def __init__(self, action: _Optional[str] = ..., amount: _Optional[str] = ..., asset_id: _Optional[str] = ..., broker_id: _Optional[str] = ..., trace_id: _Optional[str] = ...) -> None: ...

class CreateActionResponse(_message.Message):
    __slots__ = ("action", "code", "code_url", "follow_id")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    CODE_URL_FIELD_NUMBER: _ClassVar[int]
    FOLLOW_ID_FIELD_NUMBER: _ClassVar[int]
    action: str
    code: str
    code_url: str
    follow_id: str
    def __init__(self, action: _Optional[str] = ..., code: _Optional[str] = ..., code_url: _Optional[str] = ..., follow_id: _Optional[str] = ...) -> None: ...

class AuthorizeWalletRequest(_message.Message):
    __slots__ = ("broker_id", "label", "more")
    BROKER_ID_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    MORE_FIELD_NUMBER: _ClassVar[int]
    broker_id: str
    label: str
    more: bytes
    def __init__(self, broker_id: _Optional[str] = ..., label: _Optional[str] = ..., more: _Optional[bytes] = ...) -> None: ...

class AuthorizeWalletResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    def __init__(self, data: _Optional[bytes] = ...) -> None: ...
