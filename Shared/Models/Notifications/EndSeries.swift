/// Deletes a series. Occurrences that have begun continue as notifications of their own. Errors: `notFound`.
public struct EndSeries: ServiceRequest, OperatorAct {
    public static let serviceCode = ServiceCode(.push, 145)
    public static var senders: Set<ServiceName> { [.edge, .authSession] }
    public var isOfOperator: Bool { publisher.isOfOperators }

    public var name: String
    public var publisher: PublisherID

    enum CodingKeys: Int, CodingKey { case name = 0, publisher }

    public init(name: String, of publisher: PublisherID) {
        (self.name, self.publisher) = (name, publisher)
    }
}
