public import Foundation
public import Observation

public struct LocalizedStringKey: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {}
}

public struct Text: View {
    public init(_ key: LocalizedStringKey) {}
    @_disfavoredOverload
    public init<Content: StringProtocol>(_ content: Content) {}
    public init(_ date: Date, style: DateStyle) {}
    public var body: Never { fatalError("a stub") }

    public struct DateStyle: Sendable {
        public static let date = DateStyle()
        public static let relative = DateStyle()
    }
}

public struct Label<Title: View, Icon: View>: View {
    public var body: Never { fatalError("a stub") }
}

public struct Image: View {
    public var body: Never { fatalError("a stub") }
}

extension Label where Title == Text, Icon == Image {
    public init(_ titleKey: LocalizedStringKey, systemImage name: String) {}
}

public struct LabeledContent<Title: View, Content: View>: View {
    public var body: Never { fatalError("a stub") }
}

extension LabeledContent where Title == Text, Content == Text {
    public init<Value: StringProtocol>(_ titleKey: LocalizedStringKey, value: Value) {}
}

public struct ButtonRole: Equatable, Sendable {
    public static let destructive = ButtonRole()
    public static let cancel = ButtonRole()
}

public struct Button<Title: View>: View {
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Title) {}
    public var body: Never { fatalError("a stub") }
}

extension Button where Title == Text {
    public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
    public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
}

public struct TextField<Title: View>: View {
    public var body: Never { fatalError("a stub") }
}

extension TextField where Title == Text {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
}

public struct SecureField<Title: View>: View {
    public var body: Never { fatalError("a stub") }
}

extension SecureField where Title == Text {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
}

public struct Toggle<Title: View>: View {
    public var body: Never { fatalError("a stub") }
}

extension Toggle where Title == Text {
    public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {}
}

public struct Stepper<Title: View>: View {
    public var body: Never { fatalError("a stub") }
}

extension Stepper where Title == Text {
    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1
    ) {}
}

public struct ProgressView: View {
    public init() {}
    public var body: Never { fatalError("a stub") }
}

public struct Form<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError("a stub") }
}

public struct List<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError("a stub") }
}

public struct Section<Parent: View, Content: View, Footer: View>: View {
    public var body: Never { fatalError("a stub") }
}

extension Section where Parent == EmptyView {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {}
}

extension Section where Parent == Text, Footer == EmptyView {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
}

extension Section where Parent == EmptyView, Footer == EmptyView {
    public init(@ViewBuilder content: () -> Content) {}
}

public struct VStack<Content: View>: View {
    public init(alignment: HorizontalAlignment = .center, @ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError("a stub") }
}

public struct HorizontalAlignment: Sendable {
    public static let leading = HorizontalAlignment()
    public static let center = HorizontalAlignment()
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    /// For the initialisers of other modules.
    public init(stub: Void) {}
}

extension ForEach: View where Content: View {
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content)
    {}
    public var body: Never { fatalError("a stub") }
}

public struct NavigationStack<Root: View>: View {
    public init(@ViewBuilder root: () -> Root) {}
    public var body: Never { fatalError("a stub") }
}

public struct NavigationLink<Title: View, Destination: View>: View {
    public var body: Never { fatalError("a stub") }
}

extension NavigationLink where Title == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination) {}
}

// Modifiers

public struct Font: Hashable, Sendable {
    public static let headline = Font()
    public static let footnote = Font()
}

public protocol ShapeStyle: Sendable {}

public struct HierarchicalShapeStyle: ShapeStyle {
    public static let secondary = HierarchicalShapeStyle()
}

public struct Color: ShapeStyle {
    public static let red = Color()
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var secondary: HierarchicalShapeStyle { .secondary }
}

extension ShapeStyle where Self == Color {
    public static var red: Color { .red }
}

public struct UITextContentType: Sendable {
    public static let username = UITextContentType()
    public static let password = UITextContentType()
}

public struct TextInputAutocapitalization: Sendable {
    public static var never: TextInputAutocapitalization { TextInputAutocapitalization() }
}

public enum Visibility: Sendable { case automatic, visible, hidden }

extension View {
    public func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { EmptyView() }
    public func refreshable(@_inheritActorContext action: @escaping @Sendable () async -> Void) -> some View {
        EmptyView()
    }
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View { EmptyView() }
    public func environment<T: AnyObject & Observable>(_ object: T?) -> some View { EmptyView() }
    public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { EmptyView() }
    public func disabled(_ disabled: Bool) -> some View { EmptyView() }
    public func font(_ font: Font?) -> some View { EmptyView() }
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { EmptyView() }
    public func frame(height: CGFloat?) -> some View { EmptyView() }
    public func textContentType(_ textContentType: UITextContentType?) -> some View { EmptyView() }
    public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View {
        EmptyView()
    }
    public func autocorrectionDisabled(_ disable: Bool = true) -> some View { EmptyView() }
    public func confirmationDialog<A: View, M: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View { EmptyView() }
    public func swipeActions<T: View>(allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T) -> some View {
        EmptyView()
    }
}
