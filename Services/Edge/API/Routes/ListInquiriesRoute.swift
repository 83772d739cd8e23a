import BaliseAPI
import Models

/// The latest first.
func listInquiries(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let reply = try await call.send(ListInquiries(account: caller.account))
    return .enveloped(
        InquiryList(
            inquiries: reply.inquiries.map {
                InquiryList.Inquiry(at: $0.at.date, askedBy: $0.askedBy, announcement: $0.announcement.text)
            }))
}
