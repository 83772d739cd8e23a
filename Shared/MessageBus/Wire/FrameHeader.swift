// The layout of a message between two services.
//
// A message is one part (a ROUTER socket sees the sender's routing id before it): this header, then the envelope, then
// the body. Integers are little-endian.
//
//     offset  bytes  field
//          0      1  version: 2
//          1      1  kind: 1 request, 2 reply, 3 error, 4 cancel, 5 ping, 6 pong
//          2      2  code: which message (MessageCode); in a reply or error that of its request
//          4      1  caller: who sends the request (ServiceName)
//          5      1  outcome: in an error, how the request ended (ErrorFrame); otherwise 0
//          6      1  flags: in a request 1 when another replica could take it (FrameHeader.Flags); otherwise 0
//          7      1  reserved: 0
//          8      8  correlation: chosen by the caller, repeated in the answer
//         16      4  remaining: milliseconds that the caller still waits; in an answer 0
//         20      4  envelope: bytes of the envelope; 0 in all but requests
//         24      8  clock: the service's clock in nanoseconds. In an answer or pong, its reading at sending; in a
//                    request, the caller's lower estimate of it at sending (ServiceClock); 0 when unknown
//         32         envelope: CBOR map {0: request id, 1: traceparent, 2: client info} (Envelope)
//                    body: CBOR of the request, of the reply, or of a ServiceError; the text of another error
//
// The message contains the remaining time instead of a deadline, because the clocks of machines differ. A service
// counts it from the sending, by its own clock: messages wait while a process is stopped. A cancel consists of the
// header and names the request by its correlation. A ping is only a header, too. The thread that reads a service's
// socket answers it with a pong before it handles anything else, so a pong proves that the socket is being read.

import CBOR
import Models

struct FrameHeader {
    static let size = 32
    static let version: UInt8 = 2

    enum Kind: UInt8 {
        case request = 1
        case reply, error, cancel, ping, pong
    }

    struct Flags: OptionSet {
        var rawValue: UInt8

        /// Another replica could take the request, so a service that is not ready returns it.
        static let hasAlternative = Flags(rawValue: 1)
    }

    var kind: Kind
    var code: MessageCode
    var caller: UInt8 = 0
    var outcome: UInt8 = 0
    var flags: Flags = []
    var correlation: UInt64
    var remaining: UInt32 = 0
    var envelopeLength: UInt32 = 0
    var clock: MonotonicTime?

    init(_ kind: Kind, _ code: MessageCode, _ correlation: UInt64) {
        (self.kind, self.code, self.correlation) = (kind, code, correlation)
    }

    /// Reads a header; nil for too few bytes, or for an invalid version, kind or length.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= FrameHeader.size, bytes[0] == FrameHeader.version, let kind = Kind(rawValue: bytes[1])
        else { return nil }
        self.kind = kind
        code = MessageCode(rawValue: FrameHeader.load(bytes, 2))
        caller = bytes[4]
        outcome = bytes[5]
        flags = Flags(rawValue: bytes[6])
        correlation = FrameHeader.load(bytes, 8)
        remaining = FrameHeader.load(bytes, 16)
        envelopeLength = FrameHeader.load(bytes, 20)
        let clock: UInt64 = FrameHeader.load(bytes, FrameHeader.clockOffset)
        self.clock = clock == 0 ? nil : MonotonicTime(nanoseconds: clock)
        guard Int(envelopeLength) <= bytes.count - FrameHeader.size else { return nil }
    }

    func envelope(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[FrameHeader.size..<FrameHeader.size + Int(envelopeLength)])
    }

    func body(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[(FrameHeader.size + Int(envelopeLength))...])
    }

    /// Returns the message: this header with the envelope's length, then the envelope and the body.
    func frame(
        envelope: Envelope? = nil, limit: Int, body: (inout MessageWriter) throws(CBORError) -> Void
    ) throws(FrameError) -> [UInt8] {
        var frame = MessageWriter()
        frame.appendZeros(FrameHeader.size)
        envelope?.write(to: &frame)
        let envelopeLength = frame.count - FrameHeader.size
        do { try body(&frame) } catch { throw .coding("\(error)") }
        let bodyLength = frame.count - FrameHeader.size - envelopeLength
        guard bodyLength <= limit, envelopeLength <= Envelope.maximumLength else {
            throw .tooLarge(bytes: bodyLength + envelopeLength)
        }
        var bytes = [UInt8](frame.bytes)
        bytes.withUnsafeMutableBytes { store(in: $0, envelopeLength: UInt32(clamping: envelopeLength)) }
        return bytes
    }

    func frame(bytes: [UInt8] = []) -> [UInt8] {
        var frame = [UInt8](repeating: 0, count: FrameHeader.size)
        frame.withUnsafeMutableBytes { store(in: $0, envelopeLength: 0) }
        return frame + bytes
    }

    static func stamp(
        _ frame: inout [UInt8], correlation: UInt64, flags: Flags, remaining: UInt32, clock: MonotonicTime?
    ) {
        frame.withUnsafeMutableBytes { bytes in
            bytes[6] = flags.rawValue
            bytes.storeBytes(of: correlation.littleEndian, toByteOffset: 8, as: UInt64.self)
            bytes.storeBytes(of: remaining.littleEndian, toByteOffset: 16, as: UInt32.self)
        }
        stamp(&frame, clock: clock)
    }

    static func stamp(_ frame: inout [UInt8], clock: MonotonicTime?) {
        frame.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(
                of: (clock?.nanoseconds ?? 0).littleEndian, toByteOffset: FrameHeader.clockOffset, as: UInt64.self)
        }
    }

    private static let clockOffset = 24

    private func store(in bytes: UnsafeMutableRawBufferPointer, envelopeLength: UInt32) {
        bytes[0] = FrameHeader.version
        bytes[1] = kind.rawValue
        bytes.storeBytes(of: code.rawValue.littleEndian, toByteOffset: 2, as: UInt16.self)
        bytes[4] = caller
        bytes[5] = outcome
        bytes[6] = flags.rawValue
        bytes[7] = 0
        bytes.storeBytes(of: correlation.littleEndian, toByteOffset: 8, as: UInt64.self)
        bytes.storeBytes(of: remaining.littleEndian, toByteOffset: 16, as: UInt32.self)
        bytes.storeBytes(of: envelopeLength.littleEndian, toByteOffset: 20, as: UInt32.self)
        bytes.storeBytes(
            of: (clock?.nanoseconds ?? 0).littleEndian, toByteOffset: FrameHeader.clockOffset, as: UInt64.self)
    }

    private static func load<I: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> I {
        I(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: I.self))
    }
}

enum FrameError: Error {
    case tooLarge(bytes: Int)
    case coding(String)
}
