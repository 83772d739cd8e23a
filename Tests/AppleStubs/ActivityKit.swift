// The part of ActivityKit that the SDK uses, as Apple documents it: signatures to compile against, without function.

public import Foundation

public protocol ActivityAttributes: Decodable, Encodable {
    associatedtype ContentState: Decodable, Encodable, Hashable
}

public final class Activity<Attributes: ActivityAttributes>: Identifiable, Sendable {
    public var id: String { "" }
    public var attributes: Attributes { preconditionFailure("a signature alone") }
    public var pushTokenUpdates: PushTokenUpdates { PushTokenUpdates() }
    public static var pushToStartTokenUpdates: PushTokenUpdates { PushTokenUpdates() }
    public static var activityUpdates: ActivityUpdates { ActivityUpdates() }

    public struct PushTokenUpdates: AsyncSequence, Sendable {
        public typealias Element = Data

        public struct Iterator: AsyncIteratorProtocol {
            public mutating func next() async -> Data? { nil }
        }

        public func makeAsyncIterator() -> Iterator { Iterator() }
    }

    public struct ActivityUpdates: AsyncSequence, Sendable {
        public typealias Element = Activity<Attributes>

        public struct Iterator: AsyncIteratorProtocol {
            public mutating func next() async -> Activity<Attributes>? { nil }
        }

        public func makeAsyncIterator() -> Iterator { Iterator() }
    }
}
