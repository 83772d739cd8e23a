// A publisher takes an announcement back.

/// Takes an announcement back: what was not sent yet is not sent, and it is listed no more. Done when it was cancelled before.
///
/// Errors: `notFound`.
public struct CancelAnnouncement: ServiceRequest {
    public typealias Reply = AnnouncementRecord
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 8)
    public static let isIdempotent = true

    /// As in `GetAnnouncement`.
    public var id: String

    enum CodingKeys: Int, CodingKey { case id = 0 }

    public init(id: String) {
        self.id = id
    }
}
