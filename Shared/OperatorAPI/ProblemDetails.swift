// An error of the operations port (RFC 9457).

public import BaliseJSON

/// What went wrong. The standard needs none of these members.
public struct ProblemDetails: JSONConvertible, Hashable {
    /// `about:blank`: the status says what kind of problem it is.
    public var type: String?
    /// The words of the status.
    public var title: String?
    /// The status.
    public var status: Int?
    /// What to do about it, for people.
    public var detail: String?
    /// The member or parameter that is wrong; the first one where several are.
    public var field: String?

    /// Makes a body of these members; nil leaves one out.
    public init(
        type: String? = "about:blank", title: String?, status: Int?, detail: String? = nil, field: String? = nil
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.field = field
    }
}
