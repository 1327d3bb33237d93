import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class IndexRecord(_message.Message):
    __slots__ = ("object_id", "category", "data", "properties")
    OBJECT_ID_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    PROPERTIES_FIELD_NUMBER: _ClassVar[int]
    object_id: str
    category: str
    data: str
    properties: str
    def __init__(self, object_id: _Optional[str] = ..., category: _Optional[str] = ..., data: _Optional[str] = ..., properties: _Optional[str] = ...) -> None: ...

class CreateIndexesRequest(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[IndexRecord]
    def __init__(self, items: _Optional[_Iterable[_Union[IndexRecord, _Mapping]]] = ...) -> None: ...

class CreateIndexesResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SearchIndexesRequest(_message.Message):
    __slots__ = ("keywords", "n")
    KEYWORDS_FIELD_NUMBER: _ClassVar[int]
    N_FIELD_NUMBER: _ClassVar[int]
    keywords: str
    n: int
    def __init__(self, keywords: _Optional[str] = ..., n: _Optional[int] = ...) -> None: ...

class SearchHit(_message.Message):
    __slots__ = ("object_id", "category", "data", "properties", "created_at", "score")
    OBJECT_ID_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    PROPERTIES_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    object_id: str
    category: str
    data: str
    properties: str
    created_at: int
    score: float
    def __init__(self, object_id: _Optional[str] = ..., category: _Optional[str] = ..., data: _Optional[str] = ..., properties: _Optional[str] = ..., created_at: _Optional[int] = ..., score: _Optional[float] = ...) -> None: ...

class SearchIndexesResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _containers.RepeatedCompositeFieldContainer[SearchHit]
    def __init__(self, data: _Optional[_Iterable[_Union[SearchHit, _Mapping]]] = ...) -> None: ...

class DeleteIndexRequest(_message.Message):
    __slots__ = ("object_id",)
    OBJECT_ID_FIELD_NUMBER: _ClassVar[int]
    object_id: str
    def __init__(self, object_id: _Optional[str] = ...) -> None: ...

class DeleteIndexResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ResetIndexesResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ResetIndexesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CreateConversationRequest(_message.Message):
    __slots__ = ("bot_id", "user_identity", "lang")
    BOT_ID_FIELD_NUMBER: _ClassVar[int]
    USER_IDENTITY_FIELD_NUMBER: _ClassVar[int]
    LANG_FIELD_NUMBER: _ClassVar[int]
    bot_id: int
    user_identity: str
    lang: str
    def __init__(self, bot_id: _Optional[int] = ..., user_identity: _Optional[str] = ..., lang: _Optional[str] = ...) -> None: ...

class Bot(_message.Message):
    __slots__ = ("id", "name")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    id: int
    name: str
    def __init__(self, id: _Optional[int] = ..., name: _Optional[str] = ...) -> None: ...

class App(_message.Message):
    __slots__ = ("id", "app_id", "created_at", "updated_at")
    ID_FIELD_NUMBER: _ClassVar[int]
    APP_ID_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    id: int
    app_id: str
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[int] = ..., app_id: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Middleware(_message.Message):
    __slots__ = ("name", "options")
    NAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    name: str
    options: bytes
    def __init__(self, name: _Optional[str] = ..., options: _Optional[bytes] = ...) -> None: ...

class MiddlewareList(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[Middleware]
    def __init__(self, items: _Optional[_Iterable[_Union[Middleware, _Mapping]]] = ...) -> None: ...

class BotOverride(_message.Message):
    __slots__ = ("temperature", "middlewares", "prompt", "boundary_prompt")
    TEMPERATURE_FIELD_NUMBER: _ClassVar[int]
    MIDDLEWARES_FIELD_NUMBER: _ClassVar[int]
    PROMPT_FIELD_NUMBER: _ClassVar[int]
    BOUNDARY_PROMPT_FIELD_NUMBER: _ClassVar[int]
    temperature: float
    middlewares: MiddlewareList
    prompt: str
    boundary_prompt: str
    def __init__(self, temperature: _Optional[float] = ..., middlewares: _Optional[_Union[MiddlewareList, _Mapping]] = ..., prompt: _Optional[str] = ..., boundary_prompt: _Optional[str] = ...) -> None: ...

class TurnError(_message.Message):
    __slots__ = ("code", "message")
    CODE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    code: int
    message: str
    def __init__(self, code: _Optional[int] = ..., message: _Optional[str] = ...) -> None: ...

class MiddlewareResult(_message.Message):
    __slots__ = ("name", "opts", "code", "err")
    NAME_FIELD_NUMBER: _ClassVar[int]
    OPTS_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    ERR_FIELD_NUMBER: _ClassVar[int]
    name: str
    opts: bytes
    code: int
    err: str
    def __init__(self, name: _Optional[str] = ..., opts: _Optional[bytes] = ..., code: _Optional[int] = ..., err: _Optional[str] = ...) -> None: ...

class HistoryTurn(_message.Message):
    __slots__ = ("id", "conversation_id", "bot_id", "app_id", "user_identity", "request", "response", "prompt_tokens", "completion_tokens", "total_tokens", "status", "bot_override", "error", "created_at", "updated_at", "middleware_results")
    ID_FIELD_NUMBER: _ClassVar[int]
    CONVERSATION_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_ID_FIELD_NUMBER: _ClassVar[int]
    APP_ID_FIELD_NUMBER: _ClassVar[int]
    USER_IDENTITY_FIELD_NUMBER: _ClassVar[int]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    PROMPT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    COMPLETION_TOKENS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_TOKENS_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    BOT_OVERRIDE_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    MIDDLEWARE_RESULTS_FIELD_NUMBER: _ClassVar[int]
    id: int
    conversation_id: str
    bot_id: int
    app_id: int
    user_identity: str
    request: str
    response: str
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    status: int
    bot_override: BotOverride
    error: TurnError
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    middleware_results: _containers.RepeatedCompositeFieldContainer[MiddlewareResult]
    def __init__(self, id: _Optional[int] = ..., conversation_id: _Optional[str] = ..., bot_id: _Optional[int] = ..., app_id: _Optional[int] = ..., user_identity: _Optional[str] = ..., request: _Optional[str] = ..., response: _Optional[str] = ..., prompt_tokens: _Optional[int] = ..., completion_tokens: _Optional[int] = ..., total_tokens: _Optional[int] = ..., status: _Optional[int] = ..., bot_override: _Optional[_Union[BotOverride, _Mapping]] = ..., error: _Optional[_Union[TurnError, _Mapping]] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., middleware_results: _Optional[_Iterable[_Union[MiddlewareResult, _Mapping]]] = ...) -> None: ...

class Conversation(_message.Message):
    __slots__ = ("id", "bot", "app", "user_identity", "history", "expired_at", "lang")
    ID_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    APP_FIELD_NUMBER: _ClassVar[int]
    USER_IDENTITY_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    EXPIRED_AT_FIELD_NUMBER: _ClassVar[int]
    LANG_FIELD_NUMBER: _ClassVar[int]
    id: str
    bot: Bot
    app: App
    user_identity: str
    history: _containers.RepeatedCompositeFieldContainer[HistoryTurn]
    expired_at: _timestamp_pb2.Timestamp
    lang: str
    def __init__(self, id: _Optional[str] = ..., bot: _Optional[_Union[Bot, _Mapping]] = ..., app: _Optional[_Union[App, _Mapping]] = ..., user_identity: _Optional[str] = ..., history: _Optional[_Iterable[_Union[HistoryTurn, _Mapping]]] = ..., expired_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., lang: _Optional[str] = ...) -> None: ...

class CreateConversationResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Conversation
    def __init__(self, data: _Optional[_Union[Conversation, _Mapping]] = ...) -> None: ...

class CreateTurnRequest(_message.Message):
    __slots__ = ("conversation_id", "content", "category", "bot_override")
    CONVERSATION_ID_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_FIELD_NUMBER: _ClassVar[int]
    BOT_OVERRIDE_FIELD_NUMBER: _ClassVar[int]
    conversation_id: str
    content: str
    category: str
    bot_override: BotOverride
    def __init__(self, conversation_id: _Optional[str] = ..., content: _Optional[str] = ..., category: _Optional[str] = ..., bot_override: _Optional[_Union[BotOverride, _Mapping]] = ...) -> None: ...

class Turn(_message.Message):
    __slots__ = ("id", "conversation_id", "bot_id", "app_id", "user_id", "user_identity", "request", "response", "prompt_tokens", "completion_tokens", "total_tokens", "status", "bot_override", "error", "created_at", "updated_at", "middleware_results")
    ID_FIELD_NUMBER: _ClassVar[int]
    CONVERSATION_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_ID_FIELD_NUMBER: _ClassVar[int]
    APP_ID_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    USER_IDENTITY_FIELD_NUMBER: _ClassVar[int]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    PROMPT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    COMPLETION_TOKENS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_TOKENS_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    BOT_OVERRIDE_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    MIDDLEWARE_RESULTS_FIELD_NUMBER: _ClassVar[int]
    id: int
    conversation_id: str
    bot_id: int
    app_id: int
    user_id: int
    user_identity: str
    request: str
    response: str
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    status: int
    bot_override: BotOverride
    error: TurnError
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    middleware_results: _containers.RepeatedCompositeFieldContainer[MiddlewareResult]
    def __init__(self, id: _Optional[int] = ..., conversation_id: _Optional[str] = ..., bot_id: _Optional[int] = ..., app_id: _Optional[int] = ..., user_id: _Optional[int] = ..., user_identity: _Optional[str] = ..., request: _Optional[str] = ..., response: _Optional[str] = ..., prompt_tokens: _Optional[int] = ..., completion_tokens: _Optional[int] = ..., total_tokens: _Optional[int] = ..., status: _Optional[int] = ..., bot_override: _Optional[_Union[BotOverride, _Mapping]] = ..., error: _Optional[_Union[TurnError, _Mapping]] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., middleware_results: _Optional[_Iterable[_Union[MiddlewareResult, _Mapping]]] = ...) -> None: ...

class CreateTurnResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Turn
    def __init__(self, data: _Optional[_Union[Turn, _Mapping]] = ...) -> None: ...

class ReadConversationRequest(_message.Message):
    __slots__ = ("conversation_id",)
    CONVERSATION_ID_FIELD_NUMBER: _ClassVar[int]
    conversation_id: str
    def __init__(self, conversation_id: _Optional[str] = ...) -> None: ...

class ReadConversationResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Conversation
    def __init__(self, data: _Optional[_Union[Conversation, _Mapping]] = ...) -> None: ...

class ReadTurnRequest(_message.Message):
    __slots__ = ("conversation_id", "turn_id", "block_until_response", "timeout")
    CONVERSATION_ID_FIELD_NUMBER: _ClassVar[int]
    TURN_ID_FIELD_NUMBER: _ClassVar[int]
    BLOCK_UNTIL_RESPONSE_FIELD_NUMBER: _ClassVar[int]
    TIMEOUT_FIELD_NUMBER: _ClassVar[int]
    conversation_id: str
    turn_id: int
    block_until_response: bool
    timeout: str
    def __init__(self, conversation_id: _Optional[str] = ..., turn_id: _Optional[int] = ..., block_until_response: bool = ..., timeout: _Optional[str] = ...) -> None: ...

class ReadTurnResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Turn
    def __init__(self, data: _Optional[_Union[Turn, _Mapping]] = ...) -> None: ...
