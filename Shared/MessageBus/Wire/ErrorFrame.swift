import CBOR
import Models

/// Why a request was not started. The caller may send it again. An idempotent request may have begun.
enum NotBegun: UInt8 {
    /// The request was under way for too long, or for an unknown time. Its caller may have sent it elsewhere.
    case outdated = 11
    case leaving
    case notReady
}

enum ErrorFrame {
    private enum Outcome: UInt8 {
        /// The body is a `ServiceError`.
        case refused = 1
        /// The body is the raw value of the `ServiceName` that is unreachable.
        case unavailable
        case overloaded, timedOut, cancelled, notPermitted, unknownMessage
        /// The body is the size in decimal digits.
        case tooLarge
        case malformed
        /// The body is the type of the handler's error.
        case failed
    }

    static func frame(_ error: BusError, _ code: MessageCode, _ correlation: UInt64, from service: ServiceName)
        -> [UInt8]
    {
        var header = FrameHeader(.error, code, correlation)
        let (outcome, body) = write(error, from: service)
        header.outcome = outcome.rawValue
        return header.frame(bytes: body)
    }

    private static func write(_ error: BusError, from service: ServiceName) -> (Outcome, [UInt8]) {
        switch error {
        case .refused(let error): write(error)
        case .unavailable(let name): (.unavailable, [name.rawValue])
        // For the caller, a service that has shut down is the same as an unreachable service.
        case .closed: (.unavailable, [service.rawValue])
        case .overloaded: (.overloaded, [])
        case .timedOut: (.timedOut, [])
        case .cancelled: (.cancelled, [])
        case .notPermitted: (.notPermitted, [])
        case .unknownMessage: (.unknownMessage, [])
        case .tooLarge(let bytes): (.tooLarge, Array(String(bytes).utf8))
        case .malformed(let reason): (.malformed, Array(reason.utf8.prefix(200)))
        case .failed(let kind): (.failed, Array(kind.utf8.prefix(200)))
        }
    }

    static func frame(_ reason: NotBegun, _ code: MessageCode, _ correlation: UInt64) -> [UInt8] {
        var header = FrameHeader(.error, code, correlation)
        header.outcome = reason.rawValue
        return header.frame()
    }

    static func read(_ outcome: UInt8, _ body: UnsafeRawBufferPointer, from service: ServiceName) -> BusError {
        switch Outcome(rawValue: outcome) {
        case .refused: readRefusal(body, from: service)
        case .unavailable: .unavailable(body.first.flatMap(ServiceName.init(rawValue:)) ?? service)
        case .overloaded: .overloaded
        case .timedOut: .timedOut
        case .cancelled: .cancelled
        case .notPermitted: .notPermitted
        case .unknownMessage: .unknownMessage
        case .tooLarge: .tooLarge(bytes: Int(text(body)) ?? 0)
        case .malformed: .malformed(text(body))
        case .failed: .failed(text(body))
        case nil: .malformed("\(service) answered with the unknown outcome \(outcome)")
        }
    }

    private static func write(_ error: ServiceError) -> (Outcome, [UInt8]) {
        do { return (.refused, try CBOREncoder().encode(error)) } catch { return (.failed, Array("ServiceError".utf8)) }
    }

    private static func readRefusal(_ body: UnsafeRawBufferPointer, from service: ServiceName) -> BusError {
        do { return .refused(try CBORDecoder().decode(ServiceError.self, from: body)) } catch {
            return .malformed("the error of \(service) is not readable")
        }
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
}
