public import BaliseJSON

/// The problem details of RFC 9457, which requires none of these members.
public struct ProblemDetails: JSONConvertible, Hashable {
    /// `about:blank`: the status is the type of the problem.
    public var type: String?
    public var title: String?
    public var status: Int?
    /// Advice for people.
    public var detail: String?
    /// The wrong member or parameter; the first one if there are several.
    public var field: String?

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
