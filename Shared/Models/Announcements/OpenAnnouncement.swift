/// Returns the latest announcement of a subject that has begun, even if it is over, because pushes lead to it. Without one, it
/// is built from the details of a notification, without texts. Errors: `notFound` if the subject was never announced, or the
/// announcement was cancelled.
public struct OpenAnnouncement: RequestFromEdge {
    public typealias Reply = AnnouncedPage
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 101)
    public static let isIdempotent = true

    public var types: [AnnouncementType]
    public var subject: AnnouncementSubject
    /// The caller's BCP 47 tag, for default texts; nil if unknown.
    public var language: String?

    enum CodingKeys: Int, CodingKey { case types = 0, subject, language }

    public init(types: [AnnouncementType], subject: AnnouncementSubject, language: String? = nil) {
        self.types = types
        self.subject = subject
        self.language = language
    }
}
