import Balise
import MapKit
import SwiftUI

struct FamilyMapView: View {
    @Environment(ExampleModel.self) private var model

    var body: some View {
        VStack {
            Map {
                ForEach(Array(model.places.places.values), id: \.device) { found in
                    Marker(found.slogan ?? found.device.text, coordinate: coordinate(found.location))
                }
            }
            if model.places.connection != .open { Text("Not live. The places may be old.") }
            ProblemText(model.places.problem)
        }
        .navigationTitle("Family")
        .task { await model.places.run() }
    }

    private func coordinate(_ place: DeviceLocation) -> CLLocationCoordinate2D {
        CLLocationCoordinate2D(latitude: place.latitude, longitude: place.longitude)
    }
}
