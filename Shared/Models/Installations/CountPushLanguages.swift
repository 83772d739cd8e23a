// An operator learns in which languages people are told of things.

/// Counts the push devices that are told of things, by the language that the app named.
public struct CountPushLanguages: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 15)
    public static let isIdempotent = true
    public typealias Reply = FoldedCounts

    public init() {}
}
