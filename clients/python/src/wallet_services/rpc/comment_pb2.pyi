import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SignInRequest(_message.Message):
    __slots__ = ("method", "mixin_token", "signature", "signed_message", "lang", "mixin_access_token")
    METHOD_FIELD_NUMBER: _ClassVar[int]
    MIXIN_TOKEN_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    SIGNED_MESSAGE_FIELD_NUMBER: _ClassVar[int]
    LANG_FIELD_NUMBER: _ClassVar[int]
    MIXIN_ACCESS_TOKEN_FIELD_NUMBER: _ClassVar[int]
    method: str
    mixin_token: str
    signature: str
    signed_message: str
    lang: str
    mixin_access_token: str
    def __init__(self, method: _Optional[str] = ..., mixin_token: _Optional[str] = ..., signature: _Optional[str] = ..., signed_message: _Optional[str] = ..., lang: _Optional[str] = ..., mixin_access_token: _Optional[str] = ...) -> None: ...

class User(_message.Message):
    __slots__ = ("id", "network_user_id", "network_identity_number", "full_name", "avatar_url", "created_at")
    ID_FIELD_NUMBER: _ClassVar[int]
    NETWORK_USER_ID_FIELD_NUMBER: _ClassVar[int]
    NETWORK_IDENTITY_NUMBER_FIELD_NUMBER: _ClassVar[int]
    FULL_NAME_FIELD_NUMBER: _ClassVar[int]
    AVATAR_URL_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    id: int
    network_user_id: str
    network_identity_number: str
    full_name: str
    avatar_url: str
    created_at: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[int] = ..., network_user_id: _Optional[str] = ..., network_identity_number: _Optional[str] = ..., full_name: _Optional[str] = ..., avatar_url: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class SignInResponse(_message.Message):
    __slots__ = ("access_token", "user")
    ACCESS_TOKEN_FIELD_NUMBER: _ClassVar[int]
    USER_FIELD_NUMBER: _ClassVar[int]
    access_token: str
    user: User
    def __init__(self, access_token: _Optional[str] = ..., user: _Optional[_Union[User, _Mapping]] = ...) -> None: ...

class ReadSiteRequest(_message.Message):
    __slots__ = ("site_id",)
    SITE_ID_FIELD_NUMBER: _ClassVar[int]
    site_id: int
    def __init__(self, site_id: _Optional[int] = ...) -> None: ...

class Site(_message.Message):
    __slots__ = ("id", "user_id", "origins", "name", "use_permanent_storage", "reward_strategy", "created_at", "updated_at")
    ID_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    ORIGINS_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    USE_PERMANENT_STORAGE_FIELD_NUMBER: _ClassVar[int]
    REWARD_STRATEGY_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    id: int
    user_id: int
    origins: _containers.RepeatedScalarFieldContainer[str]
    name: str
    use_permanent_storage: bool
    reward_strategy: int
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[int] = ..., user_id: _Optional[int] = ..., origins: _Optional[_Iterable[str]] = ..., name: _Optional[str] = ..., use_permanent_storage: bool = ..., reward_strategy: _Optional[int] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ReadSiteResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Site
    def __init__(self, data: _Optional[_Union[Site, _Mapping]] = ...) -> None: ...

class CreateCommentRequest(_message.Message):
    __slots__ = ("site_id", "slug", "content")
    SITE_ID_FIELD_NUMBER: _ClassVar[int]
    SLUG_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    site_id: int
    slug: str
    content: str
    def __init__(self, site_id: _Optional[int] = ..., slug: _Optional[str] = ..., content: _Optional[str] = ...) -> None: ...

class Creator(_message.Message):
    __slots__ = ("id", "network_user_id", "network_identity_number", "full_name", "avatar_url", "created_at")
    ID_FIELD_NUMBER: _ClassVar[int]
    NETWORK_USER_ID_FIELD_NUMBER: _ClassVar[int]
    NETWORK_IDENTITY_NUMBER_FIELD_NUMBER: _ClassVar[int]
    FULL_NAME_FIELD_NUMBER: _ClassVar[int]
    AVATAR_URL_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    id: str
    network_user_id: str
    network_identity_number: str
    full_name: str
    avatar_url: str
    created_at: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., network_user_id: _Optional[str] = ..., network_identity_number: _Optional[str] = ..., full_name: _Optional[str] = ..., avatar_url: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Comment(_message.Message):
    __slots__ = ("id", "user_id", "site_id", "slug", "favor_count", "reply_count", "storage_tx_hash", "content", "created_at", "updated_at", "creator", "rewards")
    ID_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    SITE_ID_FIELD_NUMBER: _ClassVar[int]
    SLUG_FIELD_NUMBER: _ClassVar[int]
    FAVOR_COUNT_FIELD_NUMBER: _ClassVar[int]
    REPLY_COUNT_FIELD_NUMBER: _ClassVar[int]
    STORAGE_TX_HASH_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    CREATOR_FIELD_NUMBER: _ClassVar[int]
    REWARDS_FIELD_NUMBER: _ClassVar[int]
    id: int
    user_id: str
    site_id: int
    slug: str
    favor_count: int
    reply_count: int
    storage_tx_hash: str
    content: str
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    creator: Creator
    rewards: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, id: _Optional[int] = ..., user_id: _Optional[str] = ..., site_id: _Optional[int] = ..., slug: _Optional[str] = ..., favor_count: _Optional[int] = ..., reply_count: _Optional[int] = ..., storage_tx_hash: _Optional[str] = ..., content: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., creator: _Optional[_Union[Creator, _Mapping]] = ..., rewards: _Optional[_Iterable[bytes]] = ...) -> None: ...

class CreateCommentResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Comment
    def __init__(self, data: _Optional[_Union[Comment, _Mapping]] = ...) -> None: ...

class ListCommentsRequest(_message.Message):
    __slots__ = ("site_id", "slug", "limit", "offset", "order_by")
    SITE_ID_FIELD_NUMBER: _ClassVar[int]
    SLUG_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    ORDER_BY_FIELD_NUMBER: _ClassVar[int]
    site_id: int
    slug: str
    limit: int
    offset: int
    order_by: str
    def __init__(self, site_id: _Optional[int] = ..., slug: _Optional[str] = ..., limit: _Optional[int] = ..., offset: _Optional[int] = ..., order_by: _Optional[str] = ...) -> None: ...

class ListCommentsResponse(_message.Message):
    __slots__ = ("comments", "total")
    COMMENTS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    comments: _containers.RepeatedCompositeFieldContainer[Comment]
    total: int
    def __init__(self, comments: _Optional[_Iterable[_Union[Comment, _Mapping]]] = ..., total: _Optional[int] = ...) -> None: ...

class ReadCommentRequest(_message.Message):
    __slots__ = ("comment_id",)
    COMMENT_ID_FIELD_NUMBER: _ClassVar[int]
    comment_id: int
    def __init__(self, comment_id: _Optional[int] = ...) -> None: ...

class ReadCommentResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Comment
    def __init__(self, data: _Optional[_Union[Comment, _Mapping]] = ...) -> None: ...

class FavorCommentRequest(_message.Message):
    __slots__ = ("site_id", "slug", "comment_id")
    SITE_ID_FIELD_NUMBER: _ClassVar[int]
    SLUG_FIELD_NUMBER: _ClassVar[int]
    COMMENT_ID_FIELD_NUMBER: _ClassVar[int]
    site_id: int
    slug: str
    comment_id: int
    def __init__(self, site_id: _Optional[int] = ..., slug: _Optional[str] = ..., comment_id: _Optional[int] = ...) -> None: ...

class FavorCommentResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Comment
    def __init__(self, data: _Optional[_Union[Comment, _Mapping]] = ...) -> None: ...

class UnfavorCommentRequest(_message.Message):
    __slots__ = ("site_id", "slug", "comment_id")
    SITE_ID_FIELD_NUMBER: _ClassVar[int]
    SLUG_FIELD_NUMBER: _ClassVar[int]
    COMMENT_ID_FIELD_NUMBER: _ClassVar[int]
    site_id: int
    slug: str
    comment_id: int
    def __init__(self, site_id: _Optional[int] = ..., slug: _Optional[str] = ..., comment_id: _Optional[int] = ...) -> None: ...

class UnfavorCommentResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Comment
    def __init__(self, data: _Optional[_Union[Comment, _Mapping]] = ...) -> None: ...

class CreateReplyRequest(_message.Message):
    __slots__ = ("comment_id", "content")
    COMMENT_ID_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    comment_id: int
    content: str
    def __init__(self, comment_id: _Optional[int] = ..., content: _Optional[str] = ...) -> None: ...

class Reply(_message.Message):
    __slots__ = ("id", "user_id", "comment_id", "content", "created_at", "updated_at", "creator")
    ID_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    COMMENT_ID_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    CREATOR_FIELD_NUMBER: _ClassVar[int]
    id: int
    user_id: str
    comment_id: str
    content: str
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    creator: Creator
    def __init__(self, id: _Optional[int] = ..., user_id: _Optional[str] = ..., comment_id: _Optional[str] = ..., content: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., creator: _Optional[_Union[Creator, _Mapping]] = ...) -> None: ...

class CreateReplyResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Reply
    def __init__(self, data: _Optional[_Union[Reply, _Mapping]] = ...) -> None: ...

class ListRepliesRequest(_message.Message):
    __slots__ = ("comment_id", "limit", "offset")
    COMMENT_ID_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    comment_id: int
    limit: int
    offset: int
    def __init__(self, comment_id: _Optional[int] = ..., limit: _Optional[int] = ..., offset: _Optional[int] = ...) -> None: ...

class ListRepliesResponse(_message.Message):
    __slots__ = ("replies", "total")
    REPLIES_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    replies: _containers.RepeatedCompositeFieldContainer[Reply]
    total: int
    def __init__(self, replies: _Optional[_Iterable[_Union[Reply, _Mapping]]] = ..., total: _Optional[int] = ...) -> None: ...

class ReadUserRequest(_message.Message):
    __slots__ = ("user_id",)
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    user_id: int
    def __init__(self, user_id: _Optional[int] = ...) -> None: ...

class ReadUserResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: User
    def __init__(self, data: _Optional[_Union[User, _Mapping]] = ...) -> None: ...

class ReadMeResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: User
    def __init__(self, data: _Optional[_Union[User, _Mapping]] = ...) -> None: ...

class ReadMeRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CreateAirdropRequest(_message.Message):
    __slots__ = ("airdrop_type", "site_id", "slug", "opponent_id", "strategy_name", "strategy_params", "asset_id", "amount", "memo", "redirect_url")
    AIRDROP_TYPE_FIELD_NUMBER: _ClassVar[int]
    SITE_ID_FIELD_NUMBER: _ClassVar[int]
    SLUG_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_ID_FIELD_NUMBER: _ClassVar[int]
    STRATEGY_NAME_FIELD_NUMBER: _ClassVar[int]
    STRATEGY_PARAMS_FIELD_NUMBER: _ClassVar[int]
    ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    MEMO_FIELD_NUMBER: _ClassVar[int]
    REDIRECT_URL_FIELD_NUMBER: _ClassVar[int]
    airdrop_type: str
    site_id: int
    slug: str
    opponent_id: int
    strategy_name: str
    strategy_params: bytes
    asset_id: str
    amount: str
    memo: str
    redirect_url: str
    def __init__(self, airdrop_type: _Optional[str] = ..., site_id: _Optional[int] = ..., slug: _Optional[str] = ..., opponent_id: _Optional[int] = ..., strategy_name: _Optional[str] = ..., strategy_params: _Optional[bytes] = ..., asset_id: _Optional[str] = ..., amount: _Optional[str] = ..., memo: _Optional[str] = ..., redirect_url: _Optional[str] = ...) -> None: ...

class Airdrop(_message.Message):
    __slots__ = ("id", "uuid", "user_id", "tip_type", "asset_id", "amount", "memo", "status", "site_id", "slug", "opponent_id", "strategy_name", "strategy_params", "created_at", "updated_at", "deleted_at", "payment_code")
    ID_FIELD_NUMBER: _ClassVar[int]
    UUID_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    TIP_TYPE_FIELD_NUMBER: _ClassVar[int]
    ASSET_ID_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    MEMO_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SITE_ID_FIELD_NUMBER: _ClassVar[int]
    SLUG_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_ID_FIELD_NUMBER: _ClassVar[int]
    STRATEGY_NAME_FIELD_NUMBER: _ClassVar[int]
    STRATEGY_PARAMS_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    DELETED_AT_FIELD_NUMBER: _ClassVar[int]
    PAYMENT_CODE_FIELD_NUMBER: _ClassVar[int]
    id: int
    uuid: str
    user_id: int
    tip_type: str
    asset_id: str
    amount: str
    memo: str
    status: int
    site_id: int
    slug: str
    opponent_id: int
    strategy_name: str
    strategy_params: bytes
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    deleted_at: _timestamp_pb2.Timestamp
    payment_code: str
    def __init__(self, id: _Optional[int] = ..., uuid: _Optional[str] = ..., user_id: _Optional[int] = ..., tip_type: _Optional[str] = ..., asset_id: _Optional[str] = ..., amount: _Optional[str] = ..., memo: _Optional[str] = ..., status: _Optional[int] = ..., site_id: _Optional[int] = ..., slug: _Optional[str] = ..., opponent_id: _Optional[int] = ..., strategy_name: _Optional[str] = ..., strategy_params: _Optional[bytes] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., deleted_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., payment_code: _Optional[str] = ...) -> None: ...

class CreateAirdropResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Airdrop
    def __init__(self, data: _Optional[_Union[Airdrop, _Mapping]] = ...) -> None: ...
