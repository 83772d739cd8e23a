import BaliseAPI
import BaliseJSON
import Testing

@Suite("A listed announcement")
struct ListedAnnouncementTests {
    @Test("has its publisher's texts")
    func texts() throws {
        let body = try ListedAnnouncement(
            jsonText: Array(#"{"id":15,"type":"OFFRE","title":"T","price":1.50,"professional":{"id":3}}"#.utf8))
        #expect(body.text("title") == "T")
        #expect(body.text("price") == nil && body.text("other") == nil)
        #expect(body.details.map(\.text) == [#""T""#, "1.50", #"{"id":3}"#])
        #expect(try body.details[2].value?.needed("id") == 3)
    }
}
