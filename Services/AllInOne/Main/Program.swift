// `balise`: all services in one process.

import AllInOne
import ServiceRuntime

@main
enum Program {
    static func main() async {
        await ServiceProgram.run(AllInOne.services, name: "balise", examples: ExampleCalls.all)
    }
}
