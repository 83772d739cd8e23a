// Reading byte and text strings that the first pass has found well-formed.

import Foundation

extension UnsafeRawPointer {
    /// The text at `offset`, or nil when it is not UTF-8.
    ///
    /// Each chunk of a text of indefinite length has to be UTF-8 of its own (RFC 8949, section 3.2.3).
    func text(at offset: Int) -> String? {
        let head = load(fromByteOffset: offset, as: UInt8.self)
        guard head & 31 == 31 else { return String(exactly: content(of: head, at: offset)) }
        var text = ""
        var isValid = true
        forEachChunk(at: offset) { chunk in
            guard let part = String(exactly: chunk) else { return isValid = false }
            text += part
        }
        return isValid ? text : nil
    }

    /// The bytes of the byte or text string at `offset`.
    func string(at offset: Int) -> [UInt8] {
        let head = load(fromByteOffset: offset, as: UInt8.self)
        guard head & 31 == 31 else { return [UInt8](content(of: head, at: offset)) }
        var bytes: [UInt8] = []
        forEachChunk(at: offset) { bytes += $0 }
        return bytes
    }

    /// Whether the string at `offset` has exactly the bytes of `other`.
    @inline(__always)
    func string(at offset: Int, equals other: UnsafeBufferPointer<UInt8>) -> Bool {
        let head = load(fromByteOffset: offset, as: UInt8.self)
        if head & 31 == 31 { return string(at: offset).elementsEqual(other) }
        let content = content(of: head, at: offset)
        guard content.count == other.count else { return false }
        guard let mine = content.baseAddress, let others = other.baseAddress else { return true }
        return memcmp(mine, others, content.count) == 0
    }

    /// The content of a string of definite length.
    @inline(__always)
    private func content(of head: UInt8, at offset: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: self + offset + UnsafeRawPointer.headLength(head),
            count: Int(truncatingIfNeeded: argument(of: head, at: offset)))
    }

    private func forEachChunk(at offset: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        var chunkOffset = offset + 1
        while true {
            let head = load(fromByteOffset: chunkOffset, as: UInt8.self)
            if head == CBORByte.break { return }
            let chunk = content(of: head, at: chunkOffset)
            body(chunk)
            chunkOffset += UnsafeRawPointer.headLength(head) + chunk.count
        }
    }
}

extension String {
    /// The text that has these bytes, or nil when they are not UTF-8.
    ///
    /// Does what `init(validating:as:)` does without going through its generic code. What is not UTF-8 would be
    /// repaired, and then is no longer what it was.
    @inline(__always)
    fileprivate init?(exactly bytes: UnsafeRawBufferPointer) {
        self.init(decoding: bytes, as: UTF8.self)
        guard let start = bytes.baseAddress else { return }
        let isSame = withUTF8 { text in
            guard let textStart = text.baseAddress, text.count == bytes.count else { return bytes.isEmpty }
            return memcmp(textStart, start, bytes.count) == 0
        }
        guard isSame else { return nil }
    }
}
