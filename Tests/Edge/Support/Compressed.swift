// Bodies as a client compresses them, made with zlib where nothing else is said.

import NIOCore

@testable import Edge

/// `getBody` in the encodings that are taken.
enum Compressed {
    /// No bytes, in gzip.
    static let nothing: [UInt8] = [31, 139, 8, 0, 0, 0, 0, 0, 0, 255, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]

    static let gzip: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 242, 205, 76, 44, 73, 44, 42, 117, 206, 207, 75, 203, 76, 87,
        178, 170, 86, 10, 74, 45, 44, 77, 45, 46, 129, 138, 187, 164, 150, 101, 38, 167, 122, 186, 40, 89, 41, 229,
        166, 42, 213, 234, 192, 212, 187, 167, 150, 248, 228, 39, 39, 150, 100, 230, 231, 41, 89, 69, 87, 43, 65,
        212, 1, 85, 21, 100, 228, 231, 1, 21, 198, 214, 2, 0, 149, 138, 202, 74, 91, 0, 0, 0,
    ]

    static let deflate: [UInt8] = [
        120, 156, 171, 86, 242, 205, 76, 44, 73, 44, 42, 117, 206, 207, 75, 203, 76, 87, 178, 170, 86, 10, 74, 45,
        44, 77, 45, 46, 129, 138, 187, 164, 150, 101, 38, 167, 122, 186, 40, 89, 41, 229, 166, 42, 213, 234, 192,
        212, 187, 167, 150, 248, 228, 39, 39, 150, 100, 230, 231, 41, 89, 69, 87, 43, 65, 212, 1, 85, 21, 100, 228,
        231, 1, 21, 198, 214, 2, 0, 228, 221, 32, 119,
    ]

    /// `getBody` and a million blanks.
    static let bomb = Array(
        Edge.gzip(ByteBuffer(string: getBody + String(repeating: " ", count: 1_000_000)))?.readableBytesView ?? .init())
}
