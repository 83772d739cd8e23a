// One type for each thing that Codable lets a type do, for the fuzzer to decode into.

import Foundation

struct Scalars: Codable {
    var bool: Bool?
    var int: Int?
    var int8: Int8?
    var int16: Int16?
    var int32: Int32?
    var int64: Int64?
    var uint: UInt?
    var uint8: UInt8?
    var uint16: UInt16?
    var uint32: UInt32?
    var uint64: UInt64?
    var wide: Int128?
    var double: Double?
    var float: Float?
    var text: String?
    var bytes: [UInt8]?
    var data: Data?
    var date: Date?

    enum CodingKeys: Int, CodingKey {
        case bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, wide, double, float, text,
            bytes,
            data, date
    }
}

struct Collections: Codable {
    var numbers: [Double]?
    var grid: [[Int]]?
    var gaps: [String?]?
    var byText: [String: Int]?
    var byInteger: [Int: String]?
    var byNumber: [Double: Bool]?
    var members: Set<String>?
    var blobs: [[UInt8]]?

    enum CodingKeys: String, CodingKey { case numbers, grid, gaps, byText, byInteger, byNumber, members, blobs }
}

indirect enum Choice: Codable {
    case nothing
    case one(Int)
    case named(text: String, flag: Bool?)
    case deeper(Choice)
}

class Base: Codable {
    var name: String
    init(name: String) { self.name = name }
}

final class Derived: Base {
    var size: Int

    enum CodingKeys: Int, CodingKey { case size = 1 }

    init(name: String, size: Int) {
        self.size = size
        super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        size = try container.decode(Int.self, forKey: .size)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try super.encode(to: container.superEncoder())
        try container.encode(size, forKey: .size)
    }
}

/// Opens containers of its own within its own, in an order that is not the one of the bytes.
struct Nested: Codable {
    var head: Int
    var points: [Double]
    var note: String?

    enum CodingKeys: Int, CodingKey { case inner = 0, list, head }
    enum InnerKeys: String, CodingKey { case note }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        head = try container.decode(Int.self, forKey: .head)
        points = []
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        while !list.isAtEnd {
            var pair = try list.nestedUnkeyedContainer()
            points.append(try pair.decode(Double.self))
        }
        note = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner).decodeIfPresent(
            String.self, forKey: .note)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(head, forKey: .head)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        for point in points {
            var pair = list.nestedUnkeyedContainer()
            try pair.encode(point)
        }
        var inner = container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
        try inner.encodeIfPresent(note, forKey: .note)
    }
}
