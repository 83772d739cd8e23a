// What GET notifications/inquiries answers, in an envelope.

public import BaliseJSON
public import Foundation

/// Who has asked why a person was or was not told of something, the latest first.
public struct InquiryList: JSONConvertible, Hashable {
    /// One question.
    public struct Inquiry: JSONConvertible, Hashable {
        /// When it was asked.
        public var at: Date
        /// What the operator calls whoever asked.
        public var askedBy: String
        /// The announcement's own name; that of the entry in the inbox too.
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
