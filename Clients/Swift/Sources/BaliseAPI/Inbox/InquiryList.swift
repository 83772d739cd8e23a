public import BaliseJSON
public import Foundation

/// The questions that were asked about why the user was notified or not, the latest first: the answer of GET
/// notifications/inquiries in an envelope.
public struct InquiryList: JSONConvertible, Hashable {
    /// One question.
    public struct Inquiry: JSONConvertible, Hashable {
        /// The time of the question.
        public var at: Date
        /// The name of the API key that asked; the operator chose it.
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
