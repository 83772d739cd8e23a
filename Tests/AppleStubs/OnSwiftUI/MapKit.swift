// Signatures as Apple documents them, without function. The map for SwiftUI is in an overlay of both modules.

@_exported public import CoreLocation
public import SwiftUI

@MainActor
public protocol MapContent {}

@resultBuilder
public struct MapContentBuilder {
    public static func buildBlock<Content: MapContent>(_ content: Content) -> Content { content }
}

public struct Map<Content: View>: View {
    public init<C: MapContent>(@MapContentBuilder content: () -> C) where Content == EmptyView {}
    public var body: Never { fatalError("a stub") }
}

public struct Marker<Title: View>: MapContent {}

extension Marker where Title == Text {
    public init<S: StringProtocol>(_ title: S, coordinate: CLLocationCoordinate2D) {}
}

extension ForEach: MapContent where Content: MapContent {
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @MapContentBuilder content: @escaping (Data.Element) -> Content
    ) { self.init(stub: ()) }
}
