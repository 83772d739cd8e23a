import CBOR
import Foundation
import Models

struct BrokenRule: Error, CustomStringConvertible {
    let description: String
}

enum CoderChecks {
    static let types: [any Codable.Type] = [
        CBORItem.self, Scalars.self, Collections.self, Choice.self, Derived.self, Nested.self, [Choice?].self,
        [String: [Int: Scalars]].self, UpdateLocation.self, GetLocation.self, GetLocation.Reply.self,
        GetLocationHistory.Reply.self, GetVisitorHistory.Reply.self, SetAllowedDeviceList.self, FeedPage.self,
        ReadFeed.self, ReadMetrics.Reply.self, ClientInfo.self, ServiceError.self, Bool.self, Int8.self, UInt64.self,
        Int128.self, Double.self, Float.self, String.self, [UInt8].self, Data.self, [Float].self,
    ]

    static let directTypes: [any (Codable & DirectlyCoded).Type] = [
        UpdateLocation.self, GetLocation.self, GetLocation.Reply.self, Done.self, ClientInfo.self, Location.self,
        String.self, Int.self, Bool.self, [String?].self,
    ]

    static func check(_ bytes: UnsafeRawBufferPointer) throws {
        let isWellFormed = WellFormedness.holds(bytes)
        for type in types { try check(bytes, as: type, isWellFormed: isWellFormed) }
        for type in directTypes { try checkDirect(bytes, as: type) }
    }

    /// Direct coding reads nothing that the general coder would refuse or take for another value, and writes the same bytes.
    private static func checkDirect<T: Codable & DirectlyCoded>(
        _ bytes: UnsafeRawBufferPointer, as type: T.Type
    ) throws {
        guard let value = T.read(bytes) else { return }
        var writer = MessageWriter()
        value.write(to: &writer)
        let direct = [UInt8](writer.bytes)
        guard let read = try? CBORDecoder().decode(type, from: bytes) else {
            throw BrokenRule(description: "\(type) was read directly from what the general coder refuses")
        }
        guard try CBOREncoder().encode(read) == direct, try CBOREncoder().encode(value) == direct else {
            throw BrokenRule(description: "\(type) is another value when it is read or written directly")
        }
    }

    private static func check<T: Codable>(_ bytes: UnsafeRawBufferPointer, as type: T.Type, isWellFormed: Bool) throws {
        let value: T
        do {
            value = try CBORDecoder().decode(type, from: bytes)
        } catch {
            try checkJudgement(error, isWellFormed: isWellFormed)
            return
        }
        guard isWellFormed else { throw BrokenRule(description: "\(type) was decoded from malformed bytes") }
        try checkFixpoint(value, bytes.count)
    }

    /// The coder calls bytes malformed exactly when they are, but for its own bounds.
    private static func checkJudgement(_ error: CBORError, isWellFormed: Bool) throws {
        switch error {
        case .truncated, .trailingBytes:
            guard !isWellFormed else { throw BrokenRule(description: "well-formed bytes were refused: \(error)") }
        case .typeMismatch, .outOfRange, .missingKey, .missingElement, .invalidValue:
            guard isWellFormed else { throw BrokenRule(description: "a type saw malformed bytes: \(error)") }
        case .malformed, .repeatedKey, .nestingTooDeep: break
        case .unencodable: throw BrokenRule(description: "decoding failed as if encoding: \(error)")
        }
    }

    /// A decoded value can be encoded, and further rounds do not change it.
    private static func checkFixpoint<T: Codable>(_ value: T, _ inputCount: Int) throws {
        let first = try CBOREncoder().encode(value)
        // The shortest form of what was there; the types' own framing (enums) adds little.
        guard first.count <= 16 * inputCount + 64 else {
            throw BrokenRule(description: "\(T.self): \(inputCount) bytes became \(first.count)")
        }
        guard first.withUnsafeBytes(WellFormedness.holds) else {
            throw BrokenRule(description: "\(T.self) was encoded as malformed bytes: \(first)")
        }
        let second = try CBOREncoder().encode(CBORDecoder().decode(T.self, from: first))
        guard first == second else { throw BrokenRule(description: "\(T.self) changes: \(first), \(second)") }
    }
}
