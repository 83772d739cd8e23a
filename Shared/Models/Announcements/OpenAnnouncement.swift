// An app opens one thing that was announced.

/// Gives the latest announcement of a subject that has begun, even when it is over: a push leads to it. Where there is none,
/// it is made of the details that a notification has of the subject, without texts.
///
/// Errors: `notFound` when nothing of that name was announced, or it was taken back.
public struct OpenAnnouncement: RequestFromEdge {
    public typealias Reply = AnnouncementRecord
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 101)
    public static let isIdempotent = true

    public var types: [AnnouncementType]
    public var subject: SubjectID
    /// Of whoever asks, a BCP 47 tag, for the texts that the announcement does not have; nil when it is not known.
    public var language: String?

    enum CodingKeys: Int, CodingKey { case types = 0, subject, language }

    public init(types: [AnnouncementType], subject: SubjectID, language: String? = nil) {
        self.types = types
        self.subject = subject
        self.language = language
    }
}
