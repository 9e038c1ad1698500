"""The catalogue of problem types: every reason why a request fails (RFC 9457)."""

from typing import Final, NamedTuple

from daifu.replay.text import Text

URN: Final = "urn:daifu:problem:"


class ProblemType(NamedTuple):
    """A problem type: a stable name, the HTTP status, the title, and what to do about it."""

    slug: str
    status: int
    title: Text
    remedy: Text

    @property
    def type(self) -> str:
        """The URN that identifies it in responses."""
        return URN + self.slug


BAD_REQUEST: Final = ProblemType(
    "bad-request",
    400,
    Text("The request is not well formed", "リクエストの形式が正しくありません"),
    Text(
        "Correct what the detail names: a parameter, a header, or a body that is not what its headers say.",
        "説明が示すパラメーター、ヘッダー、または本文（ヘッダーの記述と合わないもの）を直す。",
    ),
)
NOT_AUTHENTICATED: Final = ProblemType(
    "not-authenticated",
    401,
    Text("A token is needed", "トークンが必要です"),
    Text(
        "Send a valid token in the header `Authorization: Bearer …`. `daifu token create` makes one.",
        "有効なトークンを `Authorization: Bearer …` ヘッダーで送る。トークンは `daifu token create` で作れる。",
    ),
)
NOT_ALLOWED: Final = ProblemType(
    "not-allowed",
    403,
    Text("The token's role does not allow this", "トークンの役割では許可されていません"),
    Text("Use a token of the role that the detail names.", "説明が示す役割のトークンを使う。"),
)
NOT_FOUND: Final = ProblemType(
    "not-found",
    404,
    Text("There is nothing here", "見つかりません"),
    Text(
        "Check the address; `/docs` lists all that there are.", "アドレスを確かめる。使えるアドレスは `/docs` にある。"
    ),
)
ONE_PERSON: Final = ProblemType(
    "one-person",
    404,
    Text("Nobody plays against themselves", "自分自身との対戦成績はありません"),
    Text(
        "Name another player: both ids belong to the person that `player` names.",
        "別のプレイヤーを指定する。2つのIDはどちらも `player` が示す人物のもの。",
    ),
)
METHOD_NOT_ALLOWED: Final = ProblemType(
    "method-not-allowed",
    405,
    Text("This address does not allow the method", "このアドレスでは使えないメソッドです"),
    Text("Use one of the methods in the header `Allow`.", "`Allow` ヘッダーにあるメソッドを使う。"),
)
TIMEOUT: Final = ProblemType(
    "timeout",
    408,
    Text("The request did not come in time", "リクエストが時間内に届きませんでした"),
    Text(
        "Send the whole request at once, on a new connection.",
        "新しい接続で、リクエスト全体を続けて送る。",
    ),
)
CONFLICT: Final = ProblemType(
    "conflict",
    409,
    Text("Another record has this content", "同じ内容の棋譜がすでにあります"),
    Text("Check the record that `record` names.", "`record` が示す棋譜を確かめる。"),
)
ANOTHER_GAME: Final = ProblemType(
    "another-game",
    409,
    Text("The correction is another game", "訂正の内容が別の対局です"),
    Text(
        "Check the number of the record. To replace it by another game, send the same with `replace=true`.",
        "棋譜の番号を確かめる。別の対局に置き換えるなら、`replace=true` を付けて送り直す。",
    ),
)
CANNOT_MERGE: Final = ProblemType(
    "cannot-merge",
    409,
    Text("The two players cannot be merged", "この2人は統合できません"),
    Text(
        "Check the record that `record` names; or the person that `player` names, which both are already.",
        "`record` が示す棋譜を確かめる。`player` があれば、2人はすでにその人物として統合されている。",
    ),
)
IMPOSSIBLE_CHANGE: Final = ProblemType(
    "impossible-change",
    409,
    Text("The tournament does not allow this", "大会の現状ではできない操作です"),
    Text(
        "Nothing was changed. The detail says why, and `code` names the first reason. `errors` has each reason, with "
        "its code and its change.",
        "何も変更されていない。理由は説明に、最初の理由の名前は `code` に書かれている。"
        "`errors` には理由ごとの名前と、該当する操作がある。",
    ),
)
NAME_TAKEN: Final = ProblemType(
    "name-taken",
    409,
    Text("Another tournament has this name", "同じ名前の大会がすでにあります"),
    Text(
        "Choose another name, because records find their tournament by it. `tournament` has this name, or has had it.",
        "別の名前を選ぶ。棋譜は名前で大会を見つける。`tournament` はその名前を持つ（持っていた）大会を示す。",
    ),
)
TOKEN_NAME_TAKEN: Final = ProblemType(
    "token-name-taken",
    409,
    Text("Another token has this name", "同じ名前のトークンがすでにあります"),
    Text(
        "Choose another name, because histories say by it who did what, or first revoke the token whose id `token` is.",
        "別の名前を選ぶか、先にそのトークンを無効にする。履歴はこの名前でだれが何をしたかを示す。`token` はそのID。",
    ),
)
ONLY_BY_LANDING: Final = ProblemType(
    "only-by-landing",
    409,
    Text("Results of records cannot be entered by hand", "棋譜の結果は手では書き込めません"),
    Text(
        "Send the record, whose event names the tournament, the round and the table; or send a result sheet.",
        "大会・回戦・卓をeventに書いた棋譜を送るか、結果用紙として送る。",
    ),
)
HOUSE_VERSION_TAKEN: Final = ProblemType(
    "house-version-taken",
    409,
    Text("The house rules have this version or a later one", "同じか新しいバージョンのハウスルールがあります"),
    Text(
        "House rules never change. Send them with a version above `latest`.",
        "ハウスルールは変更できない。`latest` より大きいバージョンで送る。",
    ),
)
OWN_TOKEN: Final = ProblemType(
    "own-token",
    409,
    Text("A token cannot revoke itself", "トークンは自分自身を無効にできません"),
    Text(
        "Make another token for an admin and revoke this one with it, or use `daifu token revoke`.",
        "別の管理者トークンを作ってそれで無効にするか、`daifu token revoke` を使う。",
    ),
)
STORE_IN_DATABASE: Final = ProblemType(
    "store-in-database",
    409,
    Text("The store is in a database", "保存先がデータベースにあります"),
    Text(
        "Restore it where the service runs, by `daifu copy` into an empty database.",
        "サービスの動くマシンで、`daifu copy` により空のデータベースへ復元する。",
    ),
)
WITHDRAWN: Final = ProblemType(
    "withdrawn",
    410,
    Text("The record was withdrawn", "取り下げられた棋譜です"),
    Text(
        "A scorekeeper can still read its revisions. `PUT` with the ETag of this answer restores it.",
        "過去の版は記録係なら今も読める。この応答のETagを付けた `PUT` で元に戻せる。",
    ),
)
PRECONDITION_FAILED: Final = ProblemType(
    "precondition-failed",
    412,
    Text("It has changed in the meantime", "その間に変更されました"),
    Text(
        "Read it again, apply the change to it, and send that with the current ETag.",
        "読み直して変更を加え、最新のETagを付けて送る。",
    ),
)
TOO_LARGE: Final = ProblemType(
    "too-large",
    413,
    Text("The body is too large", "本文が大きすぎます"),
    Text("Send less at once; `limit` is the most.", "一度に送る量を減らす。上限は `limit` が示す。"),
)
ADDRESS_TOO_LONG: Final = ProblemType(
    "address-too-long",
    414,
    Text("The address is too long", "アドレスが長すぎます"),
    Text("Send a shorter address, with fewer parameters.", "パラメーターを減らし、アドレスを短くする。"),
)
UNSUPPORTED_MEDIA_TYPE: Final = ProblemType(
    "unsupported-media-type",
    415,
    Text("The media type of the body is not supported", "ここでは読めない種類の本文です"),
    Text("Send one of the types that `allowed` names.", "`allowed` が示す種類のどれかで送る。"),
)
UNREADABLE: Final = ProblemType(
    "unreadable",
    422,
    Text("The content cannot be read", "内容を読み取れません"),
    Text(
        "Correct every place that `errors` names; each says what is expected there.",
        "`errors` が示す箇所をすべて直す。それぞれに必要なものが書かれている。",
    ),
)
CANNOT_CONVERT: Final = ProblemType(
    "cannot-convert",
    422,
    Text("The record cannot be converted", "その形では表せない棋譜です"),
    Text(
        "Choose another format, or other rules; the detail says what does not fit.",
        "別の形式か規則を選ぶ。合わない点は説明が示す。",
    ),
)
PRECONDITION_REQUIRED: Final = ProblemType(
    "precondition-required",
    428,
    Text("The change does not say which version it is for", "どの版に対する変更かが示されていません"),
    Text(
        "Send the ETag of what was read in the header `If-Match`.",
        "読んだときのETagを `If-Match` ヘッダーで送る。",
    ),
)
TOO_MANY_REQUESTS: Final = ProblemType(
    "too-many-requests",
    429,
    Text("Too many requests", "リクエストが多すぎます"),
    Text("Wait as many seconds as `Retry-After` says.", "`Retry-After` が示す秒数だけ待つ。"),
)
HEADERS_TOO_LARGE: Final = ProblemType(
    "headers-too-large",
    431,
    Text("The headers are too large", "ヘッダーが大きすぎます"),
    Text("Send fewer or shorter headers.", "ヘッダーを減らすか、短くする。"),
)
INTERNAL_ERROR: Final = ProblemType(
    "internal-error",
    500,
    Text("The service failed", "サービスの内部で問題が起きました"),
    Text(
        "Send the `request_id` to the operator of the service, who finds more under it in the log.",
        "サービスの運用者に `request_id` を知らせる。ログにはその番号で詳しい記録がある。",
    ),
)
STORE_BUSY: Final = ProblemType(
    "store-busy",
    503,
    Text("The store is busy", "保存先が使用中です"),
    Text("Send the same again after `Retry-After` seconds.", "`Retry-After` が示す秒数のあと、同じものを送り直す。"),
)
BUSY: Final = ProblemType(
    "busy",
    503,
    Text("Too many wait for what takes long", "時間のかかる処理の順番待ちが多すぎます"),
    Text("Send the same again after `Retry-After` seconds.", "`Retry-After` が示す秒数のあと、同じものを送り直す。"),
)
READ_ONLY: Final = ProblemType(
    "read-only",
    503,
    Text("The store is read-only at present", "保存先は現在読み取り専用です"),
    Text(
        "Nothing was changed. The operator has to make the store writable.",
        "何も変更されていない。運用者が保存先に書き込めるようにする必要がある。",
    ),
)
TOO_MANY_LISTENERS: Final = ProblemType(
    "too-many-listeners",
    503,
    Text("Too many clients are listening already", "配信を受けているクライアントが多すぎます"),
    Text(
        "Try again after `Retry-After` seconds, or read the log every few seconds. The operator can allow more "
        "listeners.",
        "`Retry-After` が示す秒数のあとで試すか、記録簿を数秒ごとに読む。運用者は配信の数の上限を増やせる。",
    ),
)
UNAVAILABLE: Final = ProblemType(
    "unavailable",
    503,
    Text("The store cannot be used at present", "保存先は現在使えません"),
    Text(
        "Nothing was changed. The operator finds the reason in the log, and `daifu verify` says more.",
        "何も変更されていない。運用者はログで理由を確かめ、`daifu verify` で詳しく調べられる。",
    ),
)
STORE_FULL: Final = ProblemType(
    "store-full",
    507,
    Text("The disk of the store is full", "保存先のディスクに空きがありません"),
    Text(
        "Nothing of the request was stored. The operator has to make room; then send the same again.",
        "このリクエストの内容は保存されていない。運用者が空きを作ったあと、同じものを送り直す。",
    ),
)

PROBLEM_TYPES: Final = tuple(kind for kind in [*globals().values()] if isinstance(kind, ProblemType))
"""The whole catalogue, in the order of their statuses."""
WRITING: Final = (READ_ONLY, STORE_FULL)
"""Problems of every operation that writes to the store."""
