/// Counts the active push devices by the app's language.
public struct CountPushLanguages: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 15)
    public static let isIdempotent = true
    public typealias Reply = FoldedCounts

    public init() {}
}
