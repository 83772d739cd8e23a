// What a person was told is there to be read again, and the badge counts what was not.

import Fakes
import Foundation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("The inbox") struct Inbox {
        private func badges(_ person: Listener) -> [Int?] {
            person.pushes.map { (try? JSON(reading: Array($0.payload)))?["aps"]?["badge"]?.integer }
        }

        @Test(
            "List, count, read one, read all; the badge is 1 until it is used, and then the count",
            arguments: Shape.allCases)
        func inbox(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.listener(at: place)
            let stranger = try await notified.newcomer()
            for number in 1...3 {
                _ = try await notified.announceToEnd(
                    Sample.offer(.number("\(number)"), at: place, title: "No. \(number)"))
            }
            #expect(badges(person) == [1, 1, 1])

            let list = try await person.done(.GET, "notifications")
            #expect(list.data?.elements?.map { $0["title"] } == ["No. 3", "No. 2", "No. 1"])
            #expect(list.json?["unreadCount"] == 3)
            #expect(list.json?["pagination"]?["total"] == 3 && list.json?["pagination"]?["hasMore"] == false)
            let entry = try #require(list.data?[0])
            #expect(entry["userId"]?.text == person.account)
            #expect(entry["content"] == "Half the price until noon" && entry["isRead"] == false)
            #expect(entry["screen"] == "offer_detail" && entry["entityId"] == "3", "where a tap leads, as in the push")
            let count = try await person.done(.GET, "notifications/unread-count")
            #expect(count.json?["count"] == 3)

            let event = try await notified.announceToEnd(Sample.event(at: place))
            #expect(badges(person) == [1, 1, 1, 4])
            let id = try #require(event.json["id"]?.text)
            // Others read only their own.
            #expect(try await stranger.done(.GET, "notifications").data == [])
            #expect(try await stranger.call(.POST, "notifications/\(id)/read").status == 200)
            #expect(try await person.done(.GET, "notifications/unread-count").json?["count"] == 4)
            for _ in 1...2 {
                let read = try await person.done(.POST, "notifications/\(id)/read")
                #expect(read.json?["unreadCount"] == 3)
            }
            let unread = try await person.done(.GET, "notifications?unreadOnly=true")
            #expect(unread.data?.elements?.count == 3 && unread.json?["pagination"]?["total"] == 3)
            _ = try await notified.announceToEnd(Sample.event(at: place))
            #expect(badges(person).last == 4)
            #expect(try await person.done(.POST, "notifications/read-all").json?["unreadCount"] == 0)
            _ = try await notified.announceToEnd(Sample.event(at: place))
            #expect(badges(person).last == 1, "what was just told is unread")
        }

        @Test("Page by page, by place or by cursor", arguments: Shape.allCases)
        func pages(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.listener(at: place)
            for number in 1...5 { _ = try await notified.announceToEnd(Sample.offer(.number("\(number)"), at: place)) }
            func page(_ query: String) async throws -> (ids: [String?], pagination: JSON?) {
                let answer = try await person.done(.GET, "notifications?\(query)")
                return (answer.data?.elements?.map { $0["entityId"]?.text } ?? [], answer.json?["pagination"])
            }
            #expect(try await page("limit=2").ids == ["5", "4"])
            #expect(try await page("limit=2&offset=2").ids == ["3", "2"])
            var (seen, cursor): ([String?], String?) = ([], nil)
            repeat {
                let next = try await page("limit=2" + (cursor.map { "&cursor=\($0)" } ?? ""))
                seen += next.ids
                cursor = next.pagination?["nextCursor"]?.text
            } while cursor != nil
            #expect(seen == ["5", "4", "3", "2", "1"])
            for wrong in ["limit=0", "limit=101", "offset=-1", "cursor=%20"] {
                #expect(try await person.call(.GET, "notifications?\(wrong)").status == 400, "\(wrong)")
            }
        }

        @Test("Who has no push device has no news either, and who mutes it has", arguments: Shape.allCases)
        func withoutPushDevice(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let without = try await notified.newcomer()
            try await without.stand(at: place)
            let muted = try await notified.listener(at: place)
            let token = try #require(try await muted.tokens().first?["id"]?.text)
            try await muted.done(.PATCH, "push/tokens/\(token)", ["muted": true])
            #expect(
                try await notified.announceToEnd(Sample.offer(at: place)).figures == ["accepted": 1, "suppressed": 1])
            #expect(try await without.done(.GET, "notifications/unread-count").json?["count"] == 0)
            #expect(try await muted.done(.GET, "notifications/unread-count").json?["count"] == 1)
        }
    }
}
