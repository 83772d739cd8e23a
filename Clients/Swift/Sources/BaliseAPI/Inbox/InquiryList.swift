// What GET notifications/inquiries answers, in an envelope.

public import BaliseJSON
public import Foundation

/// Who has asked why a person was or was not told of something, the latest first.
public struct InquiryList: JSONConvertible, Hashable {
    /// One question.
    public struct Inquiry: JSONConvertible, Hashable {
        /// When it was asked.
        public var at: Date
        /// The name of the API key with which it was asked; the operator chose it.
        public var askedBy: String
        /// The id of the announcement, which is also the id of its entry in the inbox.
        public var announcement: String

        /// Makes a body of these members.
        public init(at: Date, askedBy: String, announcement: String) {
            self.at = at
            self.askedBy = askedBy
            self.announcement = announcement
        }
    }

    /// The latest first.
    public var inquiries: [Inquiry]

    /// Makes a body of these members.
    public init(inquiries: [Inquiry]) { self.inquiries = inquiries }
}
