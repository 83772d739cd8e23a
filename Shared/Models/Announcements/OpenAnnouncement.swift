/// Returns the latest announcement of a subject that has begun, even if it is over, because pushes lead to it. Without one, it
/// is built from the details of a notification, without texts. Errors: `notFound` if the subject was never announced, or the
/// announcement was cancelled.
public struct OpenAnnouncement: RequestFromEdge, IdempotentRequest {
    public typealias Reply = AnnouncedPage
    public static let serviceCode = ServiceCode(.push, 101)

    public var types: [AnnouncementType]
    public var subject: SubjectID
    /// The caller's BCP 47 tag, for default texts; nil if unknown.
    public var language: String?

    enum CodingKeys: Int, CodingKey { case types = 0, subject, language }

    public init(types: [AnnouncementType], subject: SubjectID, language: String? = nil) {
        (self.types, self.subject, self.language) = (types, subject, language)
    }
}
