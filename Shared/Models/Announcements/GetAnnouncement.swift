// A publisher asks what became of an announcement.

/// Gives an announcement with its books.
///
/// Errors: `notFound`.
public struct GetAnnouncement: ServiceRequest {
    public typealias Reply = AnnouncementRecord
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 6)
    public static let isIdempotent = true

    /// Its own name, or what the publisher calls its subject: then the latest of those.
    public var id: String

    enum CodingKeys: Int, CodingKey { case id = 0 }

    public init(id: String) {
        self.id = id
    }
}
