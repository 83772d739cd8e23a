import Foundation
import Testing

@testable import Balise

@Suite("A line of the outbox's file")
struct OutboxRecordTests {
    static let records: [OutboxRecord] = {
        guard let device = LocationDeviceID("a \"\n\u{2028}ü"), let plain = LocationDeviceID("b") else { return [] }
        var full = DeviceLocation.at(0.1239, latitude: -0.1 + 1e-7)
        full.speed = 1.0 / 3
        full.batteryLevel = 0
        full.altitude = -1
        var losses = OutboxLosses()
        (losses.dropped, losses.expired, losses.refused, losses.damaged) = (1, 2, 3, 4)
        return [
            .start(next: 1, losses: OutboxLosses()), .start(next: .max, losses: losses),
            .newest(device, Date(outboxMilliseconds: 1_800_000_000_123)),
            .taken(OutboxEntry(number: 1, device: device, location: full, keeping: .history)),
            .taken(.number(2, plain, .newestOnly(minutes: 30))), .delivered(device, through: 1),
            .expired(plain, through: 2), .dropped(device, through: 3),
            .refused(.number(4, plain), reason: "in \n words"),
            .refusalsCleared,
        ]
    }()

    @Test("is equal after writing and reading", arguments: records)
    func comesBack(_ record: OutboxRecord) throws {
        let line = record.line
        #expect(line.last == UInt8(ascii: "\n"))
        #expect(line.dropLast().allSatisfy { $0 != UInt8(ascii: "\n") })
        #expect(OutboxRecord(line: line.dropLast()) == record)
    }

    @Test("that is cut off or has a wrong bit is invalid")
    func isDamaged() throws {
        let line = Array(Self.records[3].line.dropLast())
        for length in 0..<line.count { #expect(OutboxRecord(line: line[..<length]) == nil) }
        for position in line.indices {
            var damaged = line
            damaged[position] ^= 1
            #expect(OutboxRecord(line: damaged[...]) == nil)
        }
        #expect(OutboxRecord(line: line[...]) != nil)
    }

    @Test("has the stored form, so that an update of the app can read it")
    func keepsItsForm() throws {
        let line = OutboxRecord.taken(.number(7, try .named("a"), .newestOnly(minutes: 30))).line
        #expect(
            String(decoding: line, as: UTF8.self)
                == #"0d3213111945cf3b {"is":"taken","entry":{"number":7,"device":"a","at":1800000007000,"#
                + #""latitude":48.25,"longitude":10.5,"accuracy":5,"minutes":30}}"# + "\n")
    }

    @Test("has a time that does not change by writing and reading")
    func keepsMoments() {
        for milliseconds in stride(from: Int64(1_700_000_000_000), to: 1_700_000_010_000, by: 7) {
            let moment = Date(outboxMilliseconds: milliseconds)
            #expect(moment.outboxMilliseconds == milliseconds)
        }
    }
}
