import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GroupInformation(_message.Message):
    __slots__ = ("oauth_client_id", "members", "threshold", "public_key")
    OAUTH_CLIENT_ID_FIELD_NUMBER: _ClassVar[int]
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    PUBLIC_KEY_FIELD_NUMBER: _ClassVar[int]
    oauth_client_id: str
    members: _containers.RepeatedScalarFieldContainer[str]
    threshold: int
    public_key: str
    def __init__(self, oauth_client_id: _Optional[str] = ..., members: _Optional[_Iterable[str]] = ..., threshold: _Optional[int] = ..., public_key: _Optional[str] = ...) -> None: ...

class ReadInfoResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: GroupInformation
    def __init__(self, data: _Optional[_Union[GroupInformation, _Mapping]] = ...) -> None: ...

class ReadInfoRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ServerTime(_message.Message):
    __slots__ = ("iso", "epoch")
    ISO_FIELD_NUMBER: _ClassVar[int]
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    iso: _timestamp_pb2.Timestamp
    epoch: int
    def __init__(self, iso: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., epoch: _Optional[int] = ...) -> None: ...

class ReadTimeResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: ServerTime
    def __init__(self, data: _Optional[_Union[ServerTime, _Mapping]] = ...) -> None: ...

class ReadTimeRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Asset(_message.Message):
    __slots__ = ("id", "name", "symbol", "logo", "chain_id", "chain", "price")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SYMBOL_FIELD_NUMBER: _ClassVar[int]
    LOGO_FIELD_NUMBER: _ClassVar[int]
    CHAIN_ID_FIELD_NUMBER: _ClassVar[int]
    CHAIN_FIELD_NUMBER: _ClassVar[int]
    PRICE_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    symbol: str
    logo: str
    chain_id: str
    chain: Asset
    price: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., symbol: _Optional[str] = ..., logo: _Optional[str] = ..., chain_id: _Optional[str] = ..., chain: _Optional[_Union[Asset, _Mapping]] = ..., price: _Optional[str] = ...) -> None: ...

class ListAssetsResponse(_message.Message):
    __slots__ = ("assets",)
    ASSETS_FIELD_NUMBER: _ClassVar[int]
    assets: _containers.RepeatedCompositeFieldContainer[Asset]
    def __init__(self, assets: _Optional[_Iterable[_Union[Asset, _Mapping]]] = ...) -> None: ...

class ListAssetsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ReadAssetRequest(_message.Message):
    __slots__ = ("asset",)
    ASSET_FIELD_NUMBER: _ClassVar[int]
    asset: str
    def __init__(self, asset: _Optional[str] = ...) -> None: ...

class ReadAssetResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Asset
    def __init__(self, data: _Optional[_Union[Asset, _Mapping]] = ...) -> None: ...

class CollateralType(_message.Message):
    __slots__ = ("id", "name", "created_at", "gem", "dai", "live", "art", "beg", "box", "chop", "debt", "dunk", "dust", "duty", "ink", "line", "litter", "mat", "number_of_vaults", "price", "rate", "rho", "supply", "tau", "ttl")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    GEM_FIELD_NUMBER: _ClassVar[int]
    DAI_FIELD_NUMBER: _ClassVar[int]
    LIVE_FIELD_NUMBER: _ClassVar[int]
    ART_FIELD_NUMBER: _ClassVar[int]
    BEG_FIELD_NUMBER: _ClassVar[int]
    BOX_FIELD_NUMBER: _ClassVar[int]
    CHOP_FIELD_NUMBER: _ClassVar[int]
    DEBT_FIELD_NUMBER: _ClassVar[int]
    DUNK_FIELD_NUMBER: _ClassVar[int]
    DUST_FIELD_NUMBER: _ClassVar[int]
    DUTY_FIELD_NUMBER: _ClassVar[int]
    INK_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    LITTER_FIELD_NUMBER: _ClassVar[int]
    MAT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_OF_VAULTS_FIELD_NUMBER: _ClassVar[int]
    PRICE_FIELD_NUMBER: _ClassVar[int]
    RATE_FIELD_NUMBER: _ClassVar[int]
    RHO_FIELD_NUMBER: _ClassVar[int]
    SUPPLY_FIELD_NUMBER: _ClassVar[int]
    TAU_FIELD_NUMBER: _ClassVar[int]
    TTL_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    created_at: _timestamp_pb2.Timestamp
    gem: str
    dai: str
    live: bool
    art: str
    beg: str
    box: str
    chop: str
    debt: str
    dunk: str
    dust: str
    duty: str
    ink: str
    line: str
    litter: str
    mat: str
    number_of_vaults: int
    price: str
    rate: str
    rho: _timestamp_pb2.Timestamp
    supply: str
    tau: int
    ttl: int
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., gem: _Optional[str] = ..., dai: _Optional[str] = ..., live: bool = ..., art: _Optional[str] = ..., beg: _Optional[str] = ..., box: _Optional[str] = ..., chop: _Optional[str] = ..., debt: _Optional[str] = ..., dunk: _Optional[str] = ..., dust: _Optional[str] = ..., duty: _Optional[str] = ..., ink: _Optional[str] = ..., line: _Optional[str] = ..., litter: _Optional[str] = ..., mat: _Optional[str] = ..., number_of_vaults: _Optional[int] = ..., price: _Optional[str] = ..., rate: _Optional[str] = ..., rho: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., supply: _Optional[str] = ..., tau: _Optional[int] = ..., ttl: _Optional[int] = ...) -> None: ...

class ListCollateralTypesResponse(_message.Message):
    __slots__ = ("collaterals",)
    COLLATERALS_FIELD_NUMBER: _ClassVar[int]
    collaterals: _containers.RepeatedCompositeFieldContainer[CollateralType]
    def __init__(self, collaterals: _Optional[_Iterable[_Union[CollateralType, _Mapping]]] = ...) -> None: ...

class ListCollateralTypesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ReadCollateralTypeRequest(_message.Message):
    __slots__ = ("cat",)
    CAT_FIELD_NUMBER: _ClassVar[int]
    cat: str
    def __init__(self, cat: _Optional[str] = ...) -> None: ...

class ReadCollateralTypeResponse(_message.Message):
    __slots__ = ("data", "asset")
    DATA_FIELD_NUMBER: _ClassVar[int]
    ASSET_FIELD_NUMBER: _ClassVar[int]
    data: CollateralType
    asset: Asset
    def __init__(self, data: _Optional[_Union[CollateralType, _Mapping]] = ..., asset: _Optional[_Union[Asset, _Mapping]] = ...) -> None: ...

class ListFlipsRequest(_message.Message):
    __slots__ = ("cursor", "limit")
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    cursor: int
    limit: int
    def __init__(self, cursor: _Optional[int] = ..., limit: _Optional[int] = ...) -> None: ...

class FlipSummary(_message.Message):
    __slots__ = ("id", "created_at", "action", "art", "bid", "lot", "tab", "tic", "end", "guy", "collateral_id", "vault_id")
    ID_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    ART_FIELD_NUMBER: _ClassVar[int]
    BID_FIELD_NUMBER: _ClassVar[int]
    LOT_FIELD_NUMBER: _ClassVar[int]
    TAB_FIELD_NUMBER: _ClassVar[int]
    TIC_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    GUY_FIELD_NUMBER: _ClassVar[int]
    COLLATERAL_ID_FIELD_NUMBER: _ClassVar[int]
    VAULT_ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    created_at: _timestamp_pb2.Timestamp
    action: int
    art: str
    bid: str
    lot: str
    tab: str
    tic: _timestamp_pb2.Timestamp
    end: _timestamp_pb2.Timestamp
    guy: str
    collateral_id: str
    vault_id: str
    def __init__(self, id: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., action: _Optional[int] = ..., art: _Optional[str] = ..., bid: _Optional[str] = ..., lot: _Optional[str] = ..., tab: _Optional[str] = ..., tic: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., guy: _Optional[str] = ..., collateral_id: _Optional[str] = ..., vault_id: _Optional[str] = ...) -> None: ...

class Pagination(_message.Message):
    __slots__ = ("next_cursor", "has_next")
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    HAS_NEXT_FIELD_NUMBER: _ClassVar[int]
    next_cursor: str
    has_next: bool
    def __init__(self, next_cursor: _Optional[str] = ..., has_next: bool = ...) -> None: ...

class ListFlipsResponse(_message.Message):
    __slots__ = ("flips", "pagination")
    FLIPS_FIELD_NUMBER: _ClassVar[int]
    PAGINATION_FIELD_NUMBER: _ClassVar[int]
    flips: _containers.RepeatedCompositeFieldContainer[FlipSummary]
    pagination: Pagination
    def __init__(self, flips: _Optional[_Iterable[_Union[FlipSummary, _Mapping]]] = ..., pagination: _Optional[_Union[Pagination, _Mapping]] = ...) -> None: ...

class ReadFlipRequest(_message.Message):
    __slots__ = ("flip",)
    FLIP_FIELD_NUMBER: _ClassVar[int]
    flip: str
    def __init__(self, flip: _Optional[str] = ...) -> None: ...

class Flip(_message.Message):
    __slots__ = ("id", "created_at", "action", "art", "bid", "lot", "tab", "tic", "end", "guy", "collateral_id", "vault_id")
    ID_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    ART_FIELD_NUMBER: _ClassVar[int]
    BID_FIELD_NUMBER: _ClassVar[int]
    LOT_FIELD_NUMBER: _ClassVar[int]
    TAB_FIELD_NUMBER: _ClassVar[int]
    TIC_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    GUY_FIELD_NUMBER: _ClassVar[int]
    COLLATERAL_ID_FIELD_NUMBER: _ClassVar[int]
    VAULT_ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    created_at: _timestamp_pb2.Timestamp
    action: str
    art: str
    bid: str
    lot: str
    tab: str
    tic: _timestamp_pb2.Timestamp
    end: _timestamp_pb2.Timestamp
    guy: str
    collateral_id: str
    vault_id: str
    def __init__(self, id: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., action: _Optional[str] = ..., art: _Optional[str] = ..., bid: _Optional[str] = ..., lot: _Optional[str] = ..., tab: _Optional[str] = ..., tic: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., guy: _Optional[str] = ..., collateral_id: _Optional[str] = ..., vault_id: _Optional[str] = ...) -> None: ...

class ReadFlipResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Flip
    def __init__(self, data: _Optional[_Union[Flip, _Mapping]] = ...) -> None: ...

class ListFlipEventsRequest(_message.Message):
    __slots__ = ("flip",)
    FLIP_FIELD_NUMBER: _ClassVar[int]
    flip: str
    def __init__(self, flip: _Optional[str] = ...) -> None: ...

class FlipEvent(_message.Message):
    __slots__ = ("flip_id", "created_at", "action", "bid", "lot")
    FLIP_ID_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    BID_FIELD_NUMBER: _ClassVar[int]
    LOT_FIELD_NUMBER: _ClassVar[int]
    flip_id: str
    created_at: _timestamp_pb2.Timestamp
    action: str
    bid: str
    lot: str
    def __init__(self, flip_id: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., action: _Optional[str] = ..., bid: _Optional[str] = ..., lot: _Optional[str] = ...) -> None: ...

class ListFlipEventsResponse(_message.Message):
    __slots__ = ("events",)
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[FlipEvent]
    def __init__(self, events: _Optional[_Iterable[_Union[FlipEvent, _Mapping]]] = ...) -> None: ...

class ListVaultsRequest(_message.Message):
    __slots__ = ("cursor", "limit")
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    cursor: int
    limit: int
    def __init__(self, cursor: _Optional[int] = ..., limit: _Optional[int] = ...) -> None: ...

class Vault(_message.Message):
    __slots__ = ("id", "created_at", "collateral_id", "ink", "art", "identity_id")
    ID_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    COLLATERAL_ID_FIELD_NUMBER: _ClassVar[int]
    INK_FIELD_NUMBER: _ClassVar[int]
    ART_FIELD_NUMBER: _ClassVar[int]
    IDENTITY_ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    created_at: _timestamp_pb2.Timestamp
    collateral_id: str
    ink: str
    art: str
    identity_id: str
    def __init__(self, id: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., collateral_id: _Optional[str] = ..., ink: _Optional[str] = ..., art: _Optional[str] = ..., identity_id: _Optional[str] = ...) -> None: ...

class ListVaultsResponse(_message.Message):
    __slots__ = ("vaults", "pagination")
    VAULTS_FIELD_NUMBER: _ClassVar[int]
    PAGINATION_FIELD_NUMBER: _ClassVar[int]
    vaults: _containers.RepeatedCompositeFieldContainer[Vault]
    pagination: Pagination
    def __init__(self, vaults: _Optional[_Iterable[_Union[Vault, _Mapping]]] = ..., pagination: _Optional[_Union[Pagination, _Mapping]] = ...) -> None: ...

class ReadVaultRequest(_message.Message):
    __slots__ = ("vat",)
    VAT_FIELD_NUMBER: _ClassVar[int]
    vat: str
    def __init__(self, vat: _Optional[str] = ...) -> None: ...

class ReadVaultResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Vault
    def __init__(self, data: _Optional[_Union[Vault, _Mapping]] = ...) -> None: ...

class ListVaultEventsRequest(_message.Message):
    __slots__ = ("vat",)
    VAT_FIELD_NUMBER: _ClassVar[int]
    vat: str
    def __init__(self, vat: _Optional[str] = ...) -> None: ...

class VaultEvent(_message.Message):
    __slots__ = ("vault_id", "created_at", "action", "dink", "dart", "debt")
    VAULT_ID_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    DINK_FIELD_NUMBER: _ClassVar[int]
    DART_FIELD_NUMBER: _ClassVar[int]
    DEBT_FIELD_NUMBER: _ClassVar[int]
    vault_id: str
    created_at: _timestamp_pb2.Timestamp
    action: str
    dink: str
    dart: str
    debt: str
    def __init__(self, vault_id: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., action: _Optional[str] = ..., dink: _Optional[str] = ..., dart: _Optional[str] = ..., debt: _Optional[str] = ...) -> None: ...

class ListVaultEventsResponse(_message.Message):
    __slots__ = ("events",)
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[VaultEvent]
    def __init__(self, events: _Optional[_Iterable[_Union[VaultEvent, _Mapping]]] = ...) -> None: ...

class ListMyVaultsRequest(_message.Message):
    __slots__ = ("cursor", "limit")
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    cursor: int
    limit: int
    def __init__(self, cursor: _Optional[int] = ..., limit: _Optional[int] = ...) -> None: ...

class ListMyVaultsResponse(_message.Message):
    __slots__ = ("vaults", "pagination")
    VAULTS_FIELD_NUMBER: _ClassVar[int]
    PAGINATION_FIELD_NUMBER: _ClassVar[int]
    vaults: _containers.RepeatedCompositeFieldContainer[Vault]
    pagination: Pagination
    def __init__(self, vaults: _Optional[_Iterable[_Union[Vault, _Mapping]]] = ..., pagination: _Optional[_Union[Pagination, _Mapping]] = ...) -> None: ...
