/// Renders a notification for each kind of device and each language; sends nothing. Errors: `invalidRequest` for invalid or too
/// large content; `forbidden` for an interruption level that the key may not use.
public struct PreviewNotification: RequestFromEdge, IdempotentRequest {
    public typealias Reply = NotificationPreviewPage
    public static let serviceCode = ServiceCode(.push, 60)

    public var content: NotificationContent
    /// Whether the key may break through a focus and through silence.
    public var mayInterrupt: Bool

    enum CodingKeys: Int, CodingKey { case content = 0, mayInterrupt }

    public init(content: NotificationContent, mayInterrupt: Bool) {
        (self.content, self.mayInterrupt) = (content, mayInterrupt)
    }
}
